import { CATEGORY_KEY } from '../clips/category-key.ts'
import { COLOUR, COLOUR_NAMES, plainColour } from '../look/shades.ts'
import {
  type AnyQuery,
  type Filter,
  type FilterSet,
  parametersFor,
  type QueryOf,
  type Range,
} from './filter-kinds.ts'

/** The values that a filter's menu always has: choices, bands or colours. */
export function valuesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'choice') return filter.values
  if (filter.kind === 'colour') return COLOUR_NAMES
  return filter.kind === 'range' ? filter.bands.map(({ value }) => value) : []
}

/** The range that a query asks for; undefined if it asks for every number. */
export function rangeIn(
  query: AnyQuery,
  name: string,
  { most }: Range,
): { from: number; to: number } | undefined {
  const { [`${name}_from`]: from = 0, [`${name}_to`]: to = most } = query as Record<string, number>
  return from === 0 && to === most ? undefined : { from, to }
}

/** The value in a menu that a query chooses: a choice, a key or a band. */
export function chosenIn(query: AnyQuery, name: string, filter: Filter): string | undefined {
  if (filter.kind !== 'range') return query[name] as string | undefined
  const range = rangeIn(query, name, filter)
  return filter.bands.find(({ from, to }) => from === range?.from && to === range.to)?.value
}

/** The query that chooses a value of a menu; without a value, the one that clears the filter. */
export function choosing(name: string, filter: Filter, value?: string): AnyQuery {
  if (filter.kind !== 'range')
    return Object.fromEntries(parametersFor(name, filter).map((parameter) => [parameter, value]))
  const band = filter.bands.find((each) => each.value === value)
  return { [`${name}_from`]: band?.from, [`${name}_to`]: band?.to }
}

/** The filters in an address; invalid values are ignored. */
export function filtersIn<All extends FilterSet>(filters: All, params: URLSearchParams): QueryOf<All> {
  const query = Object.entries(filters).flatMap(([name, filter]) =>
    parametersFor(name, filter).map((parameter) => [parameter, valueIn(filter, params.get(parameter) ?? '')]),
  )
  return Object.fromEntries(query)
}

const LONGEST_TEXT = 200

function valueIn(filter: Filter, text: string): string | number | undefined {
  switch (filter.kind) {
    case 'choice':
      return filter.values.find((value) => value === text)
    case 'range':
      return /^\d{1,15}$/.test(text) && Number(text) <= filter.most ? Number(text) : undefined
    case 'category':
      return CATEGORY_KEY.test(text) ? text : undefined
    case 'text':
      return text.slice(0, LONGEST_TEXT) || undefined
    case 'colour':
      return COLOUR.test(text) ? plainColour(text) : undefined
    case 'days':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined
  }
}
