import * as z from 'zod/mini'
import { PERIODS } from '#domain/studio/demand/periods.ts'
import { localeSchema } from '../../accounts/accounts.ts'
import { PLAIN_LINE, PLAIN_TEXT } from '../../plain-text.ts'

export const SEARCH_LISTS = ['most', 'nothing', 'little', 'unclicked'] as const
export type SearchList = (typeof SEARCH_LISTS)[number]
export const CLIP_SORTS = ['views', 'previews', 'likes', 'downloads'] as const
export type ClipSort = (typeof CLIP_SORTS)[number]
export const WISH_STATUSES = ['wanted', 'filming', 'filled'] as const
export type WishStatus = (typeof WISH_STATUSES)[number]
/** Longest page of a list; the chart of demand and stock has as many points. */
export const MOST_LINES = 200

const count = z.int().check(z.nonnegative())
const days = z.pipe(z.coerce.number(), z.literal([...PERIODS]))
const limit = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MOST_LINES))
/** Where the next page begins: a row's figure and key. */
const cursor = z.string().check(z.maxLength(300), z.regex(/^\d{1,12}:/))
const period = {
  days: z._default(z.optional(days), 30),
  after: z.optional(cursor),
  limit: z._default(z.optional(limit), 50),
}

export const SearchesQuery = z.object({
  ...period,
  list: z._default(z.optional(z.enum(SEARCH_LISTS)), 'most'),
  /** Language of the pages; absent: both. */
  locale: z.optional(localeSchema),
})
export type SearchesQuery = z.infer<typeof SearchesQuery>

/** How many clips match a text; null until counted. Counting stops at 1,000. */
const stock = { stock: z.nullable(count), stock_at_least: z.boolean() }

const SearchLine = z.object({
  text: z.string(),
  visitors: count,
  /** Visitors who saw fewer than five clips. */
  little: count,
  /** Visitors who opened a clip. */
  clicked: count,
  /** Those of `visitors` who searched on Japanese pages. */
  japanese: count,
  /** The figure that the list is sorted by, in the same number of days before; null if so old counts are gone. */
  before: z.nullable(count),
  ...stock,
  /** The status of its wish; null if it is not on the wish list. */
  wish: z.nullable(z.enum(WISH_STATUSES)),
})
export type SearchLine = z.infer<typeof SearchLine>

export const Searches = z.object({ searches: z.array(SearchLine), next: z.nullable(z.string()) })
export type Searches = z.infer<typeof Searches>

export const ClipFiguresQuery = z.object({
  ...period,
  sort: z._default(z.optional(z.enum(CLIP_SORTS)), 'downloads'),
})
export type ClipFiguresQuery = z.infer<typeof ClipFiguresQuery>

const clip = {
  id: z.int(),
  title: z.string(),
  title_ja: z.string(),
  thumbnail_url: z.string(),
  /** Whether visitors see it. */
  published: z.boolean(),
  views: count,
  previews: count,
  likes: count,
  downloads: count,
}
const ClipLine = z.object(clip)
export type ClipLine = z.infer<typeof ClipLine>

export const ClipFigures = z.object({ clips: z.array(ClipLine), next: z.nullable(z.string()) })
export type ClipFigures = z.infer<typeof ClipFigures>

const month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
/** Months in UTC, both included; absent: open. */
export const CreatorsQuery = z.object({ from: z.optional(month), to: z.optional(month) })
export type CreatorsQuery = z.infer<typeof CreatorsQuery>

const CreatorLine = z.object({ month, user_name: z.string(), downloads: count, clips: count })
export type CreatorLine = z.infer<typeof CreatorLine>

/** `more`: whether the file has further rows. */
export const Creators = z.object({ creators: z.array(CreatorLine), more: z.boolean() })
export type Creators = z.infer<typeof Creators>

const note = z.string().check(z.trim(), z.maxLength(1000), z.regex(PLAIN_TEXT))
const status = z.enum(WISH_STATUSES)

export const WishInput = z.object({
  text: z.string().check(z.trim(), z.minLength(1), z.maxLength(100), z.regex(PLAIN_LINE)),
  note: z._default(z.optional(note), ''),
})
export type WishInput = z.infer<typeof WishInput>

/** Absent fields stay. `clips`: ids of all that fill the wish. */
export const WishChange = z.object({
  note: z.optional(note),
  status: z.optional(status),
  clips: z.optional(z.array(z.int().check(z.positive())).check(z.maxLength(50))),
})
export type WishChange = z.infer<typeof WishChange>

export const WishParams = z.object({ id: z.coerce.number().check(z.int(), z.positive()) })

/** A wish with its clips' figures of the last 400 days. */
export const Wish = z.object({
  id: z.int(),
  text: z.string(),
  note: z.string(),
  status,
  created: z.iso.datetime(),
  updated: z.iso.datetime(),
  /** Of the last 90 days. */
  visitors: count,
  ...stock,
  clips: z.array(z.object({ ...clip, linked: z.iso.datetime() })),
})
export type Wish = z.infer<typeof Wish>

/** Newest change first; at most 200. */
export const Wishes = z.object({ wishes: z.array(Wish), more: z.boolean() })
export type Wishes = z.infer<typeof Wishes>
