import { UNCATEGORISED } from '../../clips/uncategorised.ts'
import type { FilterSet, QueryOf } from '../../search/filter-kinds.ts'
import { FILTERS } from '../../search/filters.ts'
import type { Texts } from '../clip/publishable.ts'

export const MISSING = ['title_ja', 'title_en', 'description', 'keywords', 'ai', 'category'] as const
export type Missing = (typeof MISSING)[number]

/** Drafts that will be published by themselves are `scheduled`, too; only `trashed` lists what is in the trash. */
export const LISTED_STATES = ['draft', 'scheduled', 'published', 'hidden', 'trashed'] as const
export type ListedState = (typeof LISTED_STATES)[number]

/** `relevance` needs a search text, `publish_at` the scheduled clips; `created` is the first publication. */
export const LIBRARY_SORTS = [
  'relevance',
  'added',
  'created',
  'updated',
  'title',
  'popularity',
  'downloads',
  'publish_at',
] as const
export type LibrarySort = (typeof LIBRARY_SORTS)[number]

/** Titles from A, what is published next first; all others with the newest, most popular or most downloaded first. */
export const usualOrder = (sort: LibrarySort): 'asc' | 'desc' =>
  sort === 'title' || sort === 'publish_at' ? 'asc' : 'desc'

const { category, license_type, ...others } = FILTERS

/** Filters of the studio's library, in the order of addresses: its own, and all that visitors have. */
export const LIBRARY_FILTERS = {
  q: { kind: 'text' },
  state: { kind: 'choice', values: LISTED_STATES },
  missing: { kind: 'choice', values: MISSING },
  category,
  license_type,
  creator: { kind: 'text' },
  folder: { kind: 'text' },
  added: { kind: 'days' },
  updated: { kind: 'days' },
  ...others,
} as const satisfies FilterSet

/** Those with a name and a menu or field below "Filters"; days have one name for each end. */
export type LibraryMenus = Omit<typeof LIBRARY_FILTERS, 'q' | 'state' | 'added' | 'updated'>

export type LibraryFilters = QueryOf<typeof LIBRARY_FILTERS>

export type LibraryOrder = {
  sort?: LibrarySort | undefined
  order?: 'asc' | 'desc' | undefined
}

/** The list's order: the one asked for, if it is possible, or else the usual one of such a list. */
export function sortOf({ q, state, sort }: LibraryFilters & LibraryOrder): LibrarySort {
  const isPossible = sort === 'relevance' ? q : sort !== 'publish_at' || state === 'scheduled'
  if (sort && isPossible) return sort
  return q ? 'relevance' : state === 'scheduled' ? 'publish_at' : 'added'
}

/** Most ids in a selection. */
export const MOST_SELECTED = 50_000
/** Clips are counted up to this. */
export const LIBRARY_COUNTED = 10_000

/** The fields that a clip lacks. A title shared by both languages counts for one, by its script. */
export function missingOf(clip: Texts & { ai: 0 | 1 | null; category: string }): Missing[] {
  const isShared = clip.title === clip.title_ja
  const isLatin = /^[ -~]*$/.test(clip.title)
  const lacks: Record<Missing, boolean> = {
    title_ja: clip.title_ja === '' || (isShared && isLatin),
    title_en: clip.title === '' || (isShared && !isLatin),
    description: clip.description === '' && clip.description_ja === '',
    keywords: clip.keywords.length === 0 && clip.keywords_ja.length === 0,
    ai: clip.ai === null,
    category: clip.category === UNCATEGORISED,
  }
  return MISSING.filter((what) => lacks[what])
}
