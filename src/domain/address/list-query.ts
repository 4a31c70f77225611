import {
  DURATION_RANGES,
  LONGEST_DURATION,
  type SearchFilters,
  type SearchSort,
} from '#domain/clips/search-filters.ts'

/** What a list's address says beside its path: filters and order, in this order, so that one list has one address. */
export interface ListQuery extends SearchFilters {
  sort?: SearchSort
}

const ORDER = ['orientation', 'duration_from', 'duration_to', 'category', 'license_type', 'sort'] as const

/** `?orientation=portrait&sort=newest`, or nothing where nothing is narrowed. */
export function listQuery(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const name of ORDER) {
    const value = query[name]
    if (value !== undefined && !isDefault(name, value)) params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Whether fewer clips are shown than the list holds; order alone does not narrow. */
export function isNarrowed(query: ListQuery): boolean {
  return listQuery({ ...query, sort: undefined }) !== ''
}

/** The named range that the query's durations are, if they are one. */
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
