import { LICENSE_TYPES } from '../clips/license.ts'
import { ORIENTATIONS } from '../clips/orientation.ts'
import { RESOLUTIONS } from '../clips/resolution.ts'
import { LOOPS } from '../look/seam.ts'
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
  colour: { kind: 'colour' },
  resolution: { kind: 'choice', values: RESOLUTIONS },
  frame_rate: {
    kind: 'range',
    most: 120,
    bands: [
      { value: '0-24', from: 0, to: 24 },
      { value: '25', from: 25, to: 25 },
      { value: '26-30', from: 26, to: 30 },
      { value: '31-', from: 31, to: 120 },
    ],
  },
  category: { kind: 'category' },
  license_type: { kind: 'choice', values: LICENSE_TYPES },
  ai: { kind: 'choice', values: ['no', 'yes'] },
  loop: { kind: 'choice', values: LOOPS },
} as const satisfies FilterSet

export type FilterName = keyof typeof FILTERS
export const FILTER_NAMES = Object.keys(FILTERS) as FilterName[]

export type SearchFilters = QueryOf<typeof FILTERS>
export const FILTER_PARAMETERS = parametersOf(FILTERS)

export const SEARCH_SORTS = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
