import * as z from 'zod/mini'
import { SET_KINDS } from '#domain/sets/set-kind.ts'
import { MAX_DESCRIPTION, PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { Media, Source } from '../clips/clips.ts'
import { SignedMedia } from '../clips/downloads.ts'
import { PLAIN_TEXT } from '../plain-text.ts'

/** A bad number of clips and a bad name have error codes of their own: `badClips`, `badSetName`. */
const sourceIds = z.array(z.int().check(z.positive()))
const description = z.string().check(z.trim(), z.maxLength(MAX_DESCRIPTION), z.regex(PLAIN_TEXT))
export const days = z.int().check(z.minimum(PROMOTION_DAYS.min), z.maximum(PROMOTION_DAYS.max))

/** For both kinds. `unguessable` adds random letters to the URL. */
const newSet = {
  source_ids: sourceIds,
  description: z.optional(description),
  unguessable: z.optional(z.boolean()),
}

/** `source_ids` keep their order, without duplicates; 1 to 200. */
export const PromotionInput = z.object({
  promo_name: z.string(),
  ...newSet,
  expires_in_days: z._default(z.optional(days), PROMOTION_DAYS.default),
})
export type PromotionInput = z.infer<typeof PromotionInput>

export const CollectionInput = z.object({ curated_name: z.string(), ...newSet })
export type CollectionInput = z.infer<typeof CollectionInput>

/**
 * Absent fields stay. The URL never changes, so that shared links work. `source_ids` replaces all clips; `added_ids`
 * follow at the end, without those that the set has, so that two people can add at once and repeat it.
 */
const change = {
  source_ids: z.optional(sourceIds),
  added_ids: z.optional(sourceIds),
  description: z.optional(description),
}
export const PromotionChange = z.object({ promo_name: z.optional(z.string()), ...change })
export type PromotionChange = z.infer<typeof PromotionChange>
export const CollectionChange = z.object({ curated_name: z.optional(z.string()), ...change })
export type CollectionChange = z.infer<typeof CollectionChange>

/** Answer to creating or changing a set; `url` is absolute, `added` the number of `added_ids` that are new to it. */
export const CreatedSet = z.object({
  name: z.string(),
  url: z.string(),
  expiry: z.optional(z.iso.datetime()),
  added: z.optional(z.int()),
})
export type CreatedSet = z.infer<typeof CreatedSet>

/** A clip of a set: the specified fields plus its shape, for grid and lightbox. */
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
    // So that the size of a whole set is known before the download.
    byte_size: true,
  }),
})
export type SetSource = z.infer<typeof SetSource>

/**
 * `id` as in the URL, `name` and `description` as typed. `og_image_url`: path of a sheet of posters; the first clip's
 * poster until the sheet exists; empty for an empty set.
 */
export const Collection = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  og_image_url: z.string(),
  sources: z.array(SetSource),
})
export type Collection = z.infer<typeof Collection>

/** `video_url` of its clips plays the full film for everybody until the expiry. */
export const Promotion = z.extend(Collection, { expiry: z.iso.datetime() })
export type Promotion = z.infer<typeof Promotion>

/** A set in its maker's or the operator's list; a promotion has an `expiry`. */
export const SetLine = z.object({
  kind: z.enum(SET_KINDS),
  id: z.string(),
  name: z.string(),
  /** Absolute; null if a newer promotion uses the name. */
  url: z.nullable(z.string()),
  clips: z.int(),
  views: z.int(),
  downloads: z.int(),
  created: z.iso.datetime(),
  expiry: z.optional(z.iso.datetime()),
})
export type SetLine = z.infer<typeof SetLine>

export const SetList = z.object({
  sets: z.array(SetLine),
  offset: z.int(),
  next_offset: z.nullable(z.int()),
  total: z.int(),
})
export type SetList = z.infer<typeof SetList>

export const Expiry = z.object({ expiry: z.iso.datetime() })
export type Expiry = z.infer<typeof Expiry>

/** A link that plays the full film; it gives no licence. */
export const PlayableMedia = z.omit(SignedMedia, { licence: true })
export type PlayableMedia = z.infer<typeof PlayableMedia>
