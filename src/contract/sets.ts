import * as z from 'zod/mini'
import { PROMOTION_DAYS } from '#domain/sets/set-limits.ts'
import { Media, PageQuery, Source, wholeNumber } from './clips.ts'
import { MediaSignQuery, SignedMedia } from './downloads.ts'

/** A bad number of clips and a bad name have error codes of their own: `badClips`, `badSetName`. */
const sourceIds = z.array(z.int().check(z.positive()))
const days = z.int().check(z.minimum(PROMOTION_DAYS.min), z.maximum(PROMOTION_DAYS.max))

/** `source_ids` keep their order, without duplicates; 1 to 200. */
export const PromotionInput = z.object({
  promo_name: z.string(),
  source_ids: sourceIds,
  expires_in_days: z._default(z.optional(days), PROMOTION_DAYS.default),
})
export type PromotionInput = z.infer<typeof PromotionInput>

export const CollectionInput = z.object({ curated_name: z.string(), source_ids: sourceIds })
export type CollectionInput = z.infer<typeof CollectionInput>

/** Answer to creating a set; `url` is absolute. */
export const CreatedSet = z.object({
  name: z.string(),
  url: z.string(),
  expiry: z.optional(z.iso.datetime()),
})
export type CreatedSet = z.infer<typeof CreatedSet>

/** A clip of a set: the specified fields plus its shape, for grid and lightbox. */
export const SetSource = z.object({
  ...z.pick(Source, { id: true, title: true, title_ja: true, file_name: true }).shape,
  media: z.extend(
    z.pick(Media, {
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
    {
      /** Size of the full film, so that the size of a whole set is known before the download. */
      byte_size: z.int(),
    },
  ),
})
export type SetSource = z.infer<typeof SetSource>

/**
 * `id` as in the URL, `name` as typed. `og_image_url`: path of a sheet of posters; the first clip's poster until the
 * sheet exists; empty for an empty set.
 */
export const Collection = z.object({
  id: z.string(),
  name: z.string(),
  og_image_url: z.string(),
  sources: z.array(SetSource),
})
export type Collection = z.infer<typeof Collection>

/** `video_url` of its clips plays the full film for everybody until the expiry. */
export const Promotion = z.extend(Collection, { expiry: z.iso.datetime() })
export type Promotion = z.infer<typeof Promotion>

/** A set in the operator's list; a promotion has an `expiry`. */
export const SetLine = z.object({
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
export const SetListQuery = PageQuery

/** Days from now. Extending an ended promotion starts it again. */
export const ExpiryInput = z.object({ expires_in_days: days })
export const Expiry = z.object({ expiry: z.iso.datetime() })
export type Expiry = z.infer<typeof Expiry>

/** The name in any spelling that gives the same `id`. */
export const SetParams = z.object({ id: z.string() })
export const SetSourceParams = z.extend(SetParams, { sourceId: wholeNumber(Number.MAX_SAFE_INTEGER) })

/** `attachment` saves the film and gives a licence, `inline` only plays it. */
const disposition = z._default(z.optional(z.enum(['attachment', 'inline'])), 'attachment')
const setSignQuery = z.extend(MediaSignQuery, {
  source: wholeNumber(Number.MAX_SAFE_INTEGER),
  disposition,
})
export const PromotionSignQuery = z.extend(setSignQuery, { promo: z.string() })
export const CollectionSignQuery = z.extend(setSignQuery, { curated: z.string() })

/** A link that plays the full film; it gives no licence. */
export const PlayableMedia = z.omit(SignedMedia, { licence: true })
export type PlayableMedia = z.infer<typeof PlayableMedia>
