import type { LicenseType } from '#domain/clips/license.ts'
import { orientationOf } from '#domain/clips/orientation.ts'
import type { Filter, ValueOf } from '#domain/search/filter-kinds.ts'
import { rangeIn } from '#domain/search/filter-query.ts'
import { FILTER_NAMES, FILTERS, type FilterName, type SearchFilters } from '#domain/search/filters.ts'

/** The columns of a clip that filters read. */
interface FilteredClip {
  width: number
  height: number
  /** Seconds. */
  duration: number
  category: string
  license_type: LicenseType
}

/** How the index keeps a filter. */
type Indexed<Each> = {
  column: string
  /** Its tokens begin with `f` and this letter, which no other filter has. */
  letter: string
  read: (clip: FilteredClip) => ValueOf<Each>
} & (Each extends { kind: 'range' } ? { last: number } : unknown)

/** `last`: the largest number that search tells from larger ones. */
const INDEXED: { [Name in FilterName]: Indexed<(typeof FILTERS)[Name]> } = {
  orientation: { column: 'orientation', letter: 'o', read: orientationOf },
  duration: { column: 'seconds', letter: 'd', read: ({ duration }) => Math.round(duration), last: 63 },
  category: { column: 'category', letter: 'c', read: ({ category }) => category },
  license_type: { column: 'license_type', letter: 'n', read: ({ license_type }) => license_type },
}

/** The filters as the index keeps them, in order. */
export const INDEXED_FILTERS = FILTER_NAMES.map((name) => ({
  name,
  filter: FILTERS[name] as Filter,
  last: Number.POSITIVE_INFINITY,
  ...INDEXED[name],
}))
export type IndexedFilter = (typeof INDEXED_FILTERS)[number]

/** A clip's value of each filter: a choice, a category's key or a whole number. */
export type FilterValues = Record<FilterName, string | number>

export function filterValues(clip: FilteredClip): FilterValues {
  const values = INDEXED_FILTERS.map(({ name, read }) => [name, read(clip)])
  return Object.fromEntries(values)
}

/** What the index's columns hold: a choice as its place in the list of values, else the value. */
export type FilterColumns = Record<string, string | number>

export function filterColumns(values: FilterValues): FilterColumns {
  const columns = INDEXED_FILTERS.map(({ name, filter, column }) => [column, stored(filter, values[name])])
  return Object.fromEntries(columns)
}

const stored = (filter: Filter, value: string | number) =>
  filter.kind === 'choice' ? filter.values.indexOf(value as string) : value

/** The value in a filter's menu that a clip with these columns belongs to. */
export function menuValue({ filter, column }: IndexedFilter, columns: FilterColumns): string {
  const value = columns[column]
  if (filter.kind === 'choice') return filter.values[value as number]!
  if (filter.kind !== 'range') return String(value)
  return (filter.bands.find(({ to }) => Number(value) <= to) ?? filter.bands.at(-1)!).value
}

/** What a filter asks of its column. */
export interface ColumnCondition {
  column: string
  is: '=' | '>=' | '<='
  value: string | number
}

/** The filters as conditions on columns; a range that ends at the `last` number or later is open. */
export function columnConditions(filters: SearchFilters): ColumnCondition[] {
  return INDEXED_FILTERS.flatMap(({ name, filter, column, last }): ColumnCondition[] => {
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
