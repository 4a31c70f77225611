import type { LicenseType } from '#domain/clips/license.ts'
import { orientationOf } from '#domain/clips/orientation.ts'
import { resolutionOf } from '#domain/clips/resolution.ts'
import { loopOf } from '#domain/look/seam.ts'
import { bitsOf, SHADES, shadesIn, shadesOf } from '#domain/look/shades.ts'
import type { Filter, ValueOf } from '#domain/search/filter-kinds.ts'
import { rangeIn } from '#domain/search/filter-query.ts'
import { FILTER_NAMES, FILTERS, type FilterName, type SearchFilters } from '#domain/search/filters.ts'

/** The columns of a clip that filters read. */
interface FilteredClip {
  width: number
  height: number
  /** Seconds. */
  duration: number
  /** Frames a second. */
  frame_rate: number
  category: string
  license_type: LicenseType
  ai: 0 | 1 | null
  seam: number | null
  /** Bits of SHADES; null if nobody looked at it. */
  shades: number | null
}

/** How the index keeps a filter. */
type Indexed<Each> = {
  column: string
  /** Its tokens begin with `f` and this letter, which no other filter has. */
  letter: string
  /** Undefined: nothing of it is known. */
  read: (clip: FilteredClip) => (Each extends { kind: 'colour' } ? number : ValueOf<Each>) | undefined
} & (Each extends { kind: 'range' } ? { last: number } : unknown)

/** `last`: the largest number that search tells from larger ones. */
const INDEXED: { [Name in FilterName]: Indexed<(typeof FILTERS)[Name]> } = {
  orientation: { column: 'orientation', letter: 'o', read: orientationOf },
  duration: { column: 'seconds', letter: 'd', read: ({ duration }) => Math.round(duration), last: 63 },
  colour: { column: 'shades', letter: 'k', read: ({ shades }) => shades ?? 0 },
  resolution: { column: 'resolution', letter: 'r', read: resolutionOf },
  frame_rate: {
    column: 'frame_rate',
    letter: 's',
    read: ({ frame_rate }) => Math.round(frame_rate),
    last: 63,
  },
  category: { column: 'category', letter: 'c', read: ({ category }) => category },
  license_type: { column: 'license_type', letter: 'n', read: ({ license_type }) => license_type },
  ai: { column: 'ai', letter: 'm', read: ({ ai }) => (ai === null ? undefined : ai === 1 ? 'yes' : 'no') },
  loop: { column: 'seam', letter: 'l', read: ({ seam }) => loopOf(seam) },
}

/** The filters as the index keeps them, in order. */
export const INDEXED_FILTERS = FILTER_NAMES.map((name) => ({
  name,
  filter: FILTERS[name] as Filter,
  last: Number.POSITIVE_INFINITY,
  ...INDEXED[name],
}))
export type IndexedFilter = (typeof INDEXED_FILTERS)[number]

/** A clip's value of each filter: a choice, a category's key, a whole number, or the bits of its shades. */
export type FilterValues = Record<FilterName, string | number | undefined>

export function filterValues(clip: FilteredClip): FilterValues {
  const values = INDEXED_FILTERS.map(({ name, read }) => [name, read(clip)])
  return Object.fromEntries(values)
}

/** What the index's columns hold: a choice as its place in the list of values (-1: unknown), else the value. */
export type FilterColumns = Record<string, string | number>

export function filterColumns(values: FilterValues): FilterColumns {
  const columns = INDEXED_FILTERS.map(({ name, filter, column }) => [column, stored(filter, values[name])])
  return Object.fromEntries(columns)
}

const stored = (filter: Filter, value: string | number | undefined) =>
  filter.kind === 'choice' ? filter.values.indexOf(value as string) : value!

/** The values in a filter's menu that a clip with this value in the column belongs to. */
export function menuValuesOf({ filter }: IndexedFilter, value: string | number): string[] {
  if (filter.kind === 'choice') return filter.values.filter((_, at) => at === value)
  if (filter.kind === 'colour') return [...new Set(shadesIn(Number(value)).map((at) => SHADES[at]!.name))]
  if (filter.kind !== 'range') return [String(value)]
  return [(filter.bands.find(({ to }) => Number(value) <= to) ?? filter.bands.at(-1)!).value]
}

/** What a filter asks of its column; `&`: some bit of the value. */
export interface ColumnCondition {
  column: string
  is: '=' | '>=' | '<=' | '&'
  value: string | number
}

/** The filters as conditions on columns; a range that ends at the `last` number or later is open. */
export function columnConditions(filters: SearchFilters): ColumnCondition[] {
  return INDEXED_FILTERS.flatMap(({ name, filter, column, last }): ColumnCondition[] => {
    if (filter.kind === 'colour') {
      const { [name]: value } = filters as FilterValues
      return value ? [{ column, is: '&', value: bitsOf(shadesOf(String(value))) }] : []
    }
    if (filter.kind !== 'range') {
      const value = (filters as FilterValues)[name]
      return value ? [{ column, is: '=', value: stored(filter, value) }] : []
    }
    const range = rangeIn(filters, name, filter)
    return [
      ...(range && range.from > 0 ? [{ column, is: '>=' as const, value: Math.min(range.from, last) }] : []),
      ...(range && range.to < last ? [{ column, is: '<=' as const, value: range.to }] : []),
    ]
  })
}
