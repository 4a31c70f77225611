import { CATEGORY_KEY } from '../clips/category-key.ts'

/** One of a few values. */
interface Choice {
  kind: 'choice'
  values: readonly string[]
}

/** Whole numbers from 0 to `most`. Menus and counts have its bands, which cover every number once. */
interface Range {
  kind: 'range'
  most: number
  bands: readonly { value: string; from: number; to: number }[]
}

/** The key of a category, a text of the visitor's own, or days (UTC). */
interface Open {
  kind: 'category' | 'text' | 'days'
}

export type Filter = Choice | Range | Open
export type FilterSet = Readonly<Record<string, Filter>>

/** Ranges and days have two parameters, both inclusive; the others one with their own name. */
type ParametersOf<Name extends string, Kind> = Kind extends 'range' | 'days'
  ? `${Name}_from` | `${Name}_to`
  : Name

export type ValueOf<Each> = Each extends { values: readonly (infer Value)[] }
  ? Value
  : Each extends { kind: 'range' }
    ? number
    : string

/** The parameters of some filters and their values. */
export type QueryOf<All extends FilterSet> = {
  [Name in keyof All & string as ParametersOf<Name, All[Name]['kind']>]?: ValueOf<All[Name]> | undefined
}

/** Any query by name, for code that treats all filters alike. */
export type AnyQuery = Readonly<Record<string, string | number | undefined>>

/** The names of the parameters, in order. */
export function parametersOf<All extends FilterSet>(filters: All): (keyof QueryOf<All> & string)[] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    parametersFor(name, filter),
  ) as (keyof QueryOf<All> & string)[]
}

export function parametersFor(name: string, { kind }: Filter): string[] {
  return kind === 'range' || kind === 'days' ? [`${name}_from`, `${name}_to`] : [name]
}

/** The values that a filter's menu always has: choices or bands. */
export function valuesOf(filter: Filter): readonly string[] {
  if (filter.kind === 'choice') return filter.values
  return filter.kind === 'range' ? filter.bands.map(({ value }) => value) : []
}

/** The ends of the ranges: a query with them asks for every number. */
export function usualIn(filters: FilterSet): AnyQuery {
  const ends = Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === 'range' ? [[`${name}_from`, 0] as const, [`${name}_to`, filter.most] as const] : [],
  )
  return Object.fromEntries(ends)
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
    case 'days':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? text : undefined
  }
}
