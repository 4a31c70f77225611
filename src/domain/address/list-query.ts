import {
  DURATION_RANGES,
  LONGEST_DURATION,
  type SearchFilters,
  type SearchSort,
} from '#domain/clips/search-filters.ts'

/** Filters and order in a list's URL, always in this order, so that each list has one URL. */
export interface ListQuery extends SearchFilters {
  sort?: SearchSort
}

const ORDER = ['orientation', 'duration_from', 'duration_to', 'category', 'license_type', 'sort'] as const

/** `?orientation=portrait&sort=newest`, or an empty string without filters. */
export function listQuery(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const name of ORDER) {
    const value = query[name]
    if (value !== undefined && !isDefault(name, value)) params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Whether a filter is set; the order is not a filter. */
export function isNarrowed(query: ListQuery): boolean {
  return listQuery({ ...query, sort: undefined }) !== ''
}

/** The named range with the query's durations, if there is one. */
export function durationRange(query: ListQuery): (typeof DURATION_RANGES)[number]['value'] | undefined {
  const { duration_from = 0, duration_to = LONGEST_DURATION } = query
  if (duration_from === 0 && duration_to === LONGEST_DURATION) return undefined
  return DURATION_RANGES.find(
    (range) => range.duration_from === duration_from && range.duration_to === duration_to,
  )?.value
}

function isDefault(name: (typeof ORDER)[number], value: string | number): boolean {
  if (name === 'sort') return value === 'relevance'
  return (name === 'duration_from' && value === 0) || (name === 'duration_to' && value === LONGEST_DURATION)
}
