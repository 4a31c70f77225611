import { LICENSE_TYPES } from '../clips/license.ts'
import { ORIENTATIONS } from '../clips/orientation.ts'
import { type FilterSet, parametersOf, type QueryOf } from './filter-kinds.ts'

/** The filters of searches and categories, in the order of addresses, menus and counts. */
export const FILTERS = {
  orientation: { kind: 'choice', values: ORIENTATIONS },
  duration: {
    kind: 'range',
    most: 600,
    bands: [
      { value: '0-5', from: 0, to: 5 },
      { value: '6-10', from: 6, to: 10 },
      { value: '11-20', from: 11, to: 20 },
      { value: '21-', from: 21, to: 600 },
    ],
  },
  category: { kind: 'category' },
  license_type: { kind: 'choice', values: LICENSE_TYPES },
} as const satisfies FilterSet

export type FilterName = keyof typeof FILTERS
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export type SearchFilters = QueryOf<typeof FILTERS>
export const FILTER_PARAMETERS = parametersOf(FILTERS)

export const SEARCH_SORTS = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
