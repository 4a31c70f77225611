import * as z from 'zod/mini'
import { isWebAddress } from '#domain/address/web-address.ts'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { SET_KINDS } from '#domain/sets/set-kind.ts'
import { KEYWORDS } from '#domain/studio/clip/keywords.ts'
import { Category, CategoryParams, Media } from '../../clips/clips.ts'
import { PLAIN_LINE, PLAIN_TEXT } from '../../plain-text.ts'

const line = (most: number) => z.string().check(z.maxLength(most), z.regex(PLAIN_LINE))
const keywords = z.array(line(KEYWORDS.longest).check(z.minLength(1))).check(z.maxLength(KEYWORDS.most))
const text = z.string().check(z.maxLength(5000), z.regex(PLAIN_TEXT))
const seconds = z.nullable(z.number().check(z.minimum(0), z.maximum(86_400)))

const address = z.string().check(
  z.maxLength(500),
  z.refine((url) => url === '' || isWebAddress(url), 'must be an http address'),
)
/** `YYYY-MM-DD`, or empty. */
const day = z
  .string()
  .check(z.refine((date) => date === '' || z.iso.date().safeParse(date).success, 'must be a date'))

const share = z.number().check(z.minimum(0), z.maximum(1))

/** The fields of a clip that editors can change. */
export const ClipFields = z.object({
  title: line(200),
  title_ja: line(200),
  description: text,
  description_ja: text,
  keywords,
  keywords_ja: keywords,
  category: CategoryParams.shape.id,
  license: line(200),
  license_type: z.enum(LICENSE_TYPES),
  /** Name of the clip's creator. */
  user_name: line(200),
  source: line(200),
  source_url: address,
  date_created: day,
  /** The photograph that it was made from, as `addStill` answers it, or empty; and its licence. */
  source_url_image: z.string().check(z.regex(/^(?:\/media\/still\/[0-9a-f]{32}\.webp)?$/)),
  still_license: line(200),
  still_license_url: address,
  /** How it was made. */
  modifier_model: line(200),
  modifier_company: line(200),
  /** When the motion was made. */
  modifier_date: day,
  /** Made with AI; null: unknown. */
  ai: z.nullable(z.boolean()),
  /** Seconds into the film; null: the first frame that is not flat. */
  poster_at: seconds,
  /** Where the hover preview starts; null: at the beginning. */
  preview_at: seconds,
  /** Around which vertical and square crops lie, 0 to 1 from the left and from the top. */
  crop_x: share,
  crop_y: share,
  /** When a draft is published automatically. */
  publish_at: z.nullable(z.iso.datetime()),
})
export type ClipFields = z.infer<typeof ClipFields>

const version = z.int().check(z.minimum(1))

/** Some of the fields, and the version that they were edited from. */
export const ClipEdit = z.extend(z.partial(ClipFields), { version })
export type ClipEdit = z.infer<typeof ClipEdit>

/** The version of the clip that the editor sees. */
export const SeenVersion = z.object({ version })

export const ScheduleInput = z.object({ version, publish_at: z.nullable(z.iso.datetime()) })

/** The clip's number or title, typed to confirm the deletion. */
export const DeleteInput = z.object({ typed: line(300) })

export const ClipVersion = z.object({ version, state: z.enum(LIBRARY_STATES) })
export type ClipVersion = z.infer<typeof ClipVersion>

/** Editors see what is stored, though they may not enter it: longer texts, and empty or odd dates. */
const stored = z.string()
const storedWords = z.array(stored)

/** A clip of the library in any state, as its editors see it. */
export const StudioClip = z.extend(ClipFields, {
  ...{ title: stored, title_ja: stored, description: stored, description_ja: stored },
  ...{ keywords: storedWords, keywords_ja: storedWords, category: stored, license: stored },
  ...{ user_name: stored, source: stored, source_url: stored, date_created: stored },
  ...{ modifier_model: stored, modifier_company: stored, created: stored, added: stored, updated: stored },
  ...{ still_license: stored, still_license_url: stored, modifier_date: stored, source_url_image: stored },
  id: z.int(),
  version,
  state: z.enum(LIBRARY_STATES),
  /** When it was put into the trash; null: it is not there. */
  trashed_at: z.nullable(z.iso.datetime()),
  /** Of the original, below the one that was dropped or ingested; empty at the top. */
  folder: z.string(),
  media: Media,
  /** Whether every rendition exists. */
  rendered: z.boolean(),
  /** Whether a new poster or preview is being made. */
  rendering: z.boolean(),
  likes: z.int(),
  /** Why its publication at `publish_at` was given up; null if it was not. */
  publish_failed: z.nullable(z.string()),
  /** At most 10,000. */
  downloads: z.int(),
  sets: z.array(z.object({ kind: z.enum(SET_KINDS), id: z.string(), name: z.string() })),
  /** All of the library, with or without clips. */
  categories: z.array(Category),
  /** The drafts before and after it in the order of the library. */
  previous_draft: z.nullable(z.int()),
  next_draft: z.nullable(z.int()),
})
export type StudioClip = z.infer<typeof StudioClip>

/** A JPEG, PNG, WebP, AVIF or TIFF, in base64. */
export const Still = z.object({ bytes: z.base64() })
export const StillAddress = z.object({ source_url_image: z.string() })

const locale = z.enum(['en', 'ja'])

export const WordsQuery = z.object({ q: z._default(z.optional(line(KEYWORDS.longest)), ''), locale })

/** Keywords in one language, to translate into the other. */
export const OtherWordsInput = z.object({ words: keywords, from: locale })
export type OtherWordsInput = z.infer<typeof OtherWordsInput>

export const WordList = z.object({ words: z.array(z.string()) })
export type WordList = z.infer<typeof WordList>

/** For each keyword in the thesaurus its words in the other language, the usual one first. */
export const OtherWords = z.object({
  words: z.array(z.object({ word: z.string(), others: z.array(z.string()) })),
})
export type OtherWords = z.infer<typeof OtherWords>

/** More fields of a version conflict. */
export interface ConflictAnswer {
  status: 'VERSION_CONFLICT'
  /** The clip as it is now. */
  clip: StudioClip
}
