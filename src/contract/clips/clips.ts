import * as z from 'zod/mini'
import { CATEGORY_KEY } from '#domain/clips/category-key.ts'
import { DIGITAL_SOURCES } from '#domain/clips/digital-source.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { MAX_OFFSET } from '#domain/clips/paging.ts'
import { PICTURE } from '#domain/look/picture.ts'
import { LOOPS } from '#domain/look/seam.ts'
import { MOST_NAMES } from '#domain/relink/film-names.ts'

const LicenseTypeSchema = z.enum(LICENSE_TYPES)

/** The renditions of a source. `duration` in seconds, `bit_rate` in bits per second, URLs are paths on this site. */
export const Media = z.object({
  id: z.int(),
  file_name: z.string(),
  type: z.literal('video'),
  license: z.string(),
  width: z.int(),
  height: z.int(),
  duration: z.number(),
  /** Frames a second of the full film. */
  frame_rate: z.number(),
  /** Bytes of the full film. */
  byte_size: z.int(),
  bit_rate: z.int(),
  cloudpath: z.string(),
  modifier_model: z.string(),
  modifier_company: z.string(),
  /** When the motion was made: `YYYY-MM-DD`, or empty. */
  modifier_date: z.string(),
  /** Licence of the photograph at `source_url_image`, and its address. */
  still_license: z.string(),
  still_license_url: z.string(),
  file_url: z.string(),
  video_url: z.string(),
  category: z.string(),
  thumbnail_url: z.string(),
  watermarked_url: z.string(),
  preview_url: z.string(),
  preview_av1_url: z.string(),
  poster_base: z.string(),
  poster_widths: z.array(z.int()),
  dominant_color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  thumbhash: z.string(),
  loop_difference: z.number(),
  /** How the film's end meets its beginning; null if unknown. */
  loop: z.nullable(z.enum(LOOPS)),
  /** C2PA credentials of the master; `dropped`: our films are other files, so they do not carry them. */
  content_credentials: z.enum(['none', 'dropped', '']),
  original_filename: z.string(),
  created: z.iso.datetime(),
})
export type Media = z.infer<typeof Media>

/** A catalogue item. Its id is the public id. */
export const Source = z.object({
  id: z.int(),
  title: z.string(),
  title_ja: z.string(),
  description: z.string(),
  description_ja: z.string(),
  file_name: z.string(),
  tags: z.array(z.string()),
  keywords: z.array(z.string()),
  keywords_ja: z.array(z.string()),
  source: z.string(),
  user_name: z.string(),
  license: z.string(),
  license_type: LicenseTypeSchema,
  width: z.int(),
  height: z.int(),
  file_url: z.string(),
  cloudpath: z.string(),
  source_url: z.string(),
  source_url_image: z.string(),
  source_url_source: z.string(),
  /** `YYYY-MM-DD`, or empty. */
  date_created: z.string(),
  category: z.string(),
  /** Whether it was made with AI; null if unknown. */
  ai: z.nullable(z.boolean()),
  /** IPTC's name for where it comes from; null if unknown. */
  digital_source_type: z.nullable(z.enum(DIGITAL_SOURCES)),
  media: Media,
})
export type Source = z.infer<typeof Source>

/** One page of a list; `next_offset` is null on the last page. */
export const SourceList = z.object({
  sources: z.array(Source),
  offset: z.int(),
  next_offset: z.nullable(z.int()),
  total: z.int(),
})
export type SourceList = z.infer<typeof SourceList>

/** The fields of a source that a page's tile shows. */
export interface TileSource extends Pick<Source, 'id' | 'title' | 'title_ja'> {
  media: Pick<
    Media,
    | 'width'
    | 'height'
    | 'duration'
    | 'poster_base'
    | 'poster_widths'
    | 'thumbnail_url'
    | 'preview_url'
    | 'preview_av1_url'
    | 'dominant_color'
  >
}
/** One page of a list, with clips in any form. */
export type ClipList<Clip> = Omit<SourceList, 'sources'> & { sources: Clip[] }

export const Category = z.object({ key: z.string(), label: z.string(), label_ja: z.string() })
export type Category = z.infer<typeof Category>

export const CategoryList = z.object({ categories: z.array(Category) })
export type CategoryList = z.infer<typeof CategoryList>

/** Digits in a path or query, as a number from 0 to `max`. */
export const wholeNumber = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'must be a whole number')),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.maximum(max, `must be at most ${max}`)),
    ),
  )

export const SourceParams = z.object({ id: wholeNumber(Number.MAX_SAFE_INTEGER) })
/** In a call about one clip. */
export const ofClip = { example: { id: 7 }, params: SourceParams } as const

/** `offset` of a list; default: the first page. */
export const PageQuery = z.object({
  offset: z._default(z.optional(wholeNumber(MAX_OFFSET)), 0),
})

export const PictureQuery = z.extend(PageQuery, { look: z.string().check(z.regex(PICTURE)) })

/** A creator's name in any spelling, or its key. */
export const CreatorParams = z.object({ name: z.string().check(z.minLength(1), z.maxLength(200)) })

export const CategoryParams = z.object({
  id: z.string().check(z.regex(CATEGORY_KEY, 'must be a category key')),
})

export const ClipNames = z.object({
  names: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(MOST_NAMES)),
})

/** A clip and the name of its files as saved. */
export const NamedClips = z.object({ clips: z.array(z.object({ name: z.string(), source: Source })) })
export type NamedClips = z.infer<typeof NamedClips>
