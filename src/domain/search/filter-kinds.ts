/** One of a few values. */
interface Choice {
  kind: 'choice'
  values: readonly string[]
}

/** Whole numbers from 0 to `most`. Menus and counts have its bands, which cover every number once. */
export interface Range {
  kind: 'range'
  most: number
  bands: readonly { value: string; from: number; to: number }[]
}

/** The key of a category, a text of the visitor's own, days (UTC), or a colour: one of COLOUR_NAMES or any (COLOUR). */
interface Open {
  kind: 'category' | 'text' | 'days' | 'colour'
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

export function parametersOf<All extends FilterSet>(filters: All): (keyof QueryOf<All> & string)[] {
  return Object.entries(filters).flatMap(([name, filter]) =>
    parametersFor(name, filter),
  ) as (keyof QueryOf<All> & string)[]
}

export function parametersFor(name: string, { kind }: Filter): string[] {
  return kind === 'range' || kind === 'days' ? [`${name}_from`, `${name}_to`] : [name]
}

/** The ends of the ranges: a query with them asks for every number. */
export function usualIn(filters: FilterSet): AnyQuery {
  const ends = Object.entries(filters).flatMap(([name, filter]) =>
    filter.kind === 'range' ? [[`${name}_from`, 0] as const, [`${name}_to`, filter.most] as const] : [],
  )
  return Object.fromEntries(ends)
}
