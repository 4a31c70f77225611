import type { LibraryState } from '../clips/library-state.ts'
import type { LicenseType } from '../clips/license.ts'
import type { Orientation } from '../clips/search-filters.ts'
import { UNCATEGORISED } from '../clips/uncategorised.ts'

/** The query of a URL, with `?`; empty without values. */
export const MISSING = ['title_ja', 'title_en', 'description', 'keywords', 'ai', 'category'] as const
export type Missing = (typeof MISSING)[number]

/** `relevance` needs a search text; `created` is the first publication. */
export const LIBRARY_SORTS = [
  'relevance',
  'added',
  'created',
  'updated',
  'title',
  'popularity',
  'downloads',
] as const
export type LibrarySort = (typeof LIBRARY_SORTS)[number]

/** Titles from A; all others with the newest, most popular or most downloaded first. */
export const usualOrder = (sort: LibrarySort): 'asc' | 'desc' => (sort === 'title' ? 'asc' : 'desc')

/** Filters of the studio's library. Dates are days (UTC), durations whole seconds, all inclusive. */
export interface LibraryFilters {
  q?: string | undefined
  state?: LibraryState | undefined
  missing?: Missing | undefined
  category?: string | undefined
  license_type?: LicenseType | undefined
  creator?: string | undefined
  ai?: 'yes' | 'no' | undefined
  added_from?: string | undefined
  added_to?: string | undefined
  updated_from?: string | undefined
  updated_to?: string | undefined
  orientation?: Orientation | undefined
  duration_from?: number | undefined
  duration_to?: number | undefined
}

export interface LibraryOrder {
  sort?: LibrarySort | undefined
  order?: 'asc' | 'desc' | undefined
}

/** Most ids in a selection. */
export const MOST_SELECTED = 50_000
/** Clips are counted up to this. */
export const LIBRARY_COUNTED = 10_000

interface MissingFacts {
  title: string
  title_ja: string
  description: string
  description_ja: string
  keywords: readonly string[]
  keywords_ja: readonly string[]
  ai: 0 | 1 | null
  category: string
}

/** The fields that a clip lacks. A title shared by both languages counts for one, by its script. */
export function missingOf(clip: MissingFacts): Missing[] {
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
