import * as z from 'zod/mini'
import { Media, Source } from './clips.ts'
import type { Endpoint } from './request.ts'

export const MAX_SET_CLIPS = 200
export const PROMOTION_DAYS = { min: 1, max: 90, default: 7 }
const NAME_MAX = 200

const sourceIds = z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(1000))
const setName = z.string().check(z.maxLength(NAME_MAX))

/** `source_ids` are kept in the order given, each once; 1 to 200 of them after that. */
export const PromoInput = z.object({
  promo_name: setName,
  source_ids: sourceIds,
  expires_in_days: z._default(
    z.optional(z.int().check(z.minimum(PROMOTION_DAYS.min), z.maximum(PROMOTION_DAYS.max))),
    PROMOTION_DAYS.default,
  ),
})
export type PromoInput = z.infer<typeof PromoInput>

export const CuratedInput = z.object({ curated_name: setName, source_ids: sourceIds })
export type CuratedInput = z.infer<typeof CuratedInput>

/** Answer of creating a set; `url` is absolute, to be shared. */
export const CreatedSet = z.object({
  name: z.string(),
  url: z.string(),
  expiry: z.optional(z.iso.datetime()),
})
export type CreatedSet = z.infer<typeof CreatedSet>

/** A clip of a set: the specified fields, and what the grid and the lightbox need of its shape. */
export const SetSource = z.object({
  ...z.pick(Source, { id: true, title: true, title_ja: true, file_name: true }).shape,
  media: z.pick(Media, {
    id: true,
    thumbnail_url: true,
    video_url: true,
    watermarked_url: true,
    cloudpath: true,
    width: true,
    height: true,
    duration: true,
    preview_url: true,
    preview_av1_url: true,
    poster_base: true,
    poster_widths: true,
    dominant_color: true,
  }),
})
export type SetSource = z.infer<typeof SetSource>

export const Collection = z.object({ id: z.string(), name: z.string(), sources: z.array(SetSource) })
export type Collection = z.infer<typeof Collection>

export const Promotion = z.extend(Collection, { expiry: z.iso.datetime() })
export type Promotion = z.infer<typeof Promotion>

export const SetParams = z.object({ id: z.string().check(z.minLength(1), z.maxLength(320)) })
export const SetSourceParams = z.extend(SetParams, {
  sourceId: z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
})

export const createPromo: Endpoint<PromoInput, CreatedSet> = {
  method: 'POST',
  path: () => '/api/promo',
  body: (input) => input,
}

export const createCurated: Endpoint<CuratedInput, CreatedSet> = {
  method: 'POST',
  path: () => '/api/curated',
  body: (input) => input,
}

export const promotion: Endpoint<{ id: string }, Promotion> = {
  method: 'GET',
  path: ({ id }) => `/api/promo/${encodeURIComponent(id)}`,
}

export const collection: Endpoint<{ id: string }, Collection> = {
  method: 'GET',
  path: ({ id }) => `/api/curated/${encodeURIComponent(id)}`,
}

export const removeFromPromo: Endpoint<{ id: string; sourceId: number }, void> = {
  method: 'DELETE',
  path: ({ id, sourceId }) => `/api/promo/${encodeURIComponent(id)}/${sourceId}`,
}

export const removeFromCurated: Endpoint<{ id: string; sourceId: number }, void> = {
  method: 'DELETE',
  path: ({ id, sourceId }) => `/api/curated/${encodeURIComponent(id)}/${sourceId}`,
}
