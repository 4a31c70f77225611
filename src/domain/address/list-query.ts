import { type AnyQuery, usualIn } from '../search/filter-kinds.ts'
import { FILTER_PARAMETERS, FILTERS, type SearchFilters, type SearchSort } from '../search/filters.ts'

/** Filters and order in a list's URL, always in this order, so that each list has one URL. */
export type ListQuery = SearchFilters & { sort?: SearchSort }

export const LIST_PARAMETERS = [...FILTER_PARAMETERS, 'sort'] as const

/** Values that change nothing. */
const USUAL: AnyQuery = { ...usualIn(FILTERS), sort: 'relevance' }

/** `?orientation=portrait&sort=newest`, or an empty string without filters. */
export function listQuery(query: ListQuery): string {
  const params = new URLSearchParams()
  for (const name of LIST_PARAMETERS) {
    const value = query[name]
    if (value !== undefined && value !== USUAL[name]) params.set(name, String(value))
  }
  return params.size > 0 ? `?${params}` : ''
}

/** Whether a filter is set; the order is not a filter. */
export function isNarrowed(query: ListQuery): boolean {
  return listQuery({ ...query, sort: undefined }) !== ''
}
