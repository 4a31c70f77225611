import * as z from 'zod/mini'
import { CATEGORY_KEY } from '#domain/clips/category-key.ts'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { KEYWORDS } from '#domain/studio/clip/keywords.ts'
import { REFUSALS } from '#domain/studio/library/bulk-change.ts'
import {
  LIBRARY_FILTERS,
  LIBRARY_SORTS,
  MISSING,
  MOST_SELECTED,
} from '#domain/studio/library/library-filters.ts'
import { filterParams } from '../../clips/filter-params.ts'
import { PLAIN_LINE } from '../../plain-text.ts'

const line = (most: number) => z.string().check(z.trim(), z.maxLength(most), z.regex(PLAIN_LINE))
const categoryKey = z.string().check(z.regex(CATEGORY_KEY, 'must be a category key'))

const filters = filterParams(LIBRARY_FILTERS)

/** Filters, as in the query of an address. */
export const LibraryFilterQuery = z.object(filters)

export const LibraryQuery = z.object({
  ...filters,
  sort: z.optional(z.enum(LIBRARY_SORTS)),
  order: z.optional(z.enum(['asc', 'desc'])),
  /** `next` of the page before. */
  after: z.optional(z.string().check(z.maxLength(2000))),
})
export type LibraryQuery = z.infer<typeof LibraryQuery>

/** A clip in the library's list. */
export const LibraryRow = z.object({
  id: z.int(),
  title: z.string(),
  title_ja: z.string(),
  state: z.enum(LIBRARY_STATES),
  publish_at: z.nullable(z.string()),
  trashed_at: z.nullable(z.string()),
  version: z.int(),
  category: z.string(),
  license_type: z.enum(LICENSE_TYPES),
  user_name: z.string(),
  /** Null: unknown. */
  ai: z.nullable(z.literal([0, 1])),
  added: z.string(),
  /** When it was first published. */
  created: z.string(),
  updated: z.string(),
  downloads: z.int(),
  /** Whether its publication was given up. */
  publish_failed: z.boolean(),
  width: z.int(),
  height: z.int(),
  /** Seconds. */
  duration: z.number(),
  poster_base: z.string(),
  poster_widths: z.array(z.int()),
  dominant_color: z.string(),
  missing: z.array(z.enum(MISSING)),
  original_filename: z.string(),
  folder: z.string(),
})
export type LibraryRow = z.infer<typeof LibraryRow>

/** A page may be short or even empty, and still have a `next`: each reads only a limited number of clips. */
export const LibraryPage = z.object({
  rows: z.array(LibraryRow),
  next: z.nullable(z.string()),
})
export type LibraryPage = z.infer<typeof LibraryPage>

const Count = z.object({ count: z.int(), at_least: z.optional(z.boolean()) })
export type LibraryCount = z.infer<typeof Count>

/** Clips that match the filters, by state, whatever state is chosen; drafts include the scheduled ones. */
export const LibraryCounts = z.object({
  draft: Count,
  scheduled: Count,
  published: Count,
  hidden: Count,
  trashed: Count,
})
export type LibraryCounts = z.infer<typeof LibraryCounts>

/** The choices for filters. */
export const LibraryChoices = z.object({
  categories: z.array(z.object({ key: z.string(), label: z.string(), label_ja: z.string() })),
  creators: z.array(z.string()),
  folders: z.array(z.string()),
})
export type LibraryChoices = z.infer<typeof LibraryChoices>

export const LibraryIds = z.object({ ids: z.array(z.int()), more: z.boolean() })
export type LibraryIds = z.infer<typeof LibraryIds>

const keywords = z.array(line(KEYWORDS.longest).check(z.minLength(1))).check(z.maxLength(KEYWORDS.most))

const Change = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('keywords'),
    how: z.enum(['add', 'remove', 'replace']),
    language: z.enum(['en', 'ja']),
    keywords,
  }),
  z.object({ kind: z.literal('category'), category: categoryKey }),
  z.object({ kind: z.literal('license_type'), license_type: z.enum(LICENSE_TYPES) }),
  z.object({ kind: z.literal('license'), license: line(200).check(z.minLength(1)) }),
  z.object({ kind: z.literal('creator'), user_name: line(200) }),
  z.object({ kind: z.literal('ai'), ai: z.literal([0, 1]) }),
  z.object({ kind: z.literal('publish') }),
  z.object({ kind: z.literal('hide') }),
  z.object({ kind: z.literal('schedule'), at: z.iso.datetime() }),
  z.object({ kind: z.literal('trash') }),
  z.object({ kind: z.literal('restore') }),
  z.object({ kind: z.literal('delete') }),
])

export const BulkInput = z.object({
  ids: z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(MOST_SELECTED)),
  change: Change,
})
export type BulkInput = z.infer<typeof BulkInput>

const value = z.union([z.string(), z.array(z.string()), z.null()])
const refusals = z.partialRecord(z.enum(REFUSALS), z.int())

/** A preview of a change: how many clips change, are already so, or are refused, and the first of them. */
export const BulkPreview = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: refusals,
  rows: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      title_ja: z.string(),
      before: value,
      after: value,
      refused: z.optional(z.enum(REFUSALS)),
    }),
  ),
})
export type BulkPreview = z.infer<typeof BulkPreview>

export const BulkOperation = z.object({
  id: z.int(),
  kind: z.string(),
  total: z.int(),
  /** Clips done so far, whether changed or not. */
  position: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  refused: refusals,
  /** The first clips that could not be changed, and why; id 0: the operation itself. */
  failed: z.array(z.object({ id: z.int(), error: z.string() })),
  created: z.string(),
  finished: z.nullable(z.string()),
  /** Whether it can be undone. */
  undoable: z.boolean(),
})
export type BulkOperation = z.infer<typeof BulkOperation>

/** The caller's last operation. */
export const LastOperation = z.object({ operation: z.nullable(BulkOperation) })
export type LastOperation = z.infer<typeof LastOperation>
