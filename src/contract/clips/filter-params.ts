import * as z from 'zod/mini'
import { COLOUR, plainColour } from '#domain/look/shades.ts'
import {
  type AnyQuery,
  type Filter,
  type FilterSet,
  parametersFor,
  type QueryOf,
} from '#domain/search/filter-kinds.ts'
import { PLAIN_LINE } from '../plain-text.ts'
import { CategoryParams, wholeNumber } from './clips.ts'

export const oneOf = <const Values extends readonly string[]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`)

type Params<All extends FilterSet> = {
  [Name in keyof QueryOf<All>]-?: z.ZodMiniOptional<z.ZodMiniType<NonNullable<QueryOf<All>[Name]>>>
}

/** The schemas of filters' parameters, for a call's query. */
export function filterParams<All extends FilterSet>(filters: All): Params<All> {
  const params = Object.entries(filters).flatMap(([name, filter]) =>
    parametersFor(name, filter).map((parameter) => [parameter, z.optional(schemaOf(filter))]),
  )
  return Object.fromEntries(params)
}

function schemaOf(filter: Filter): z.ZodMiniType {
  switch (filter.kind) {
    case 'choice':
      return oneOf(filter.values)
    case 'range':
      return wholeNumber(filter.most)
    case 'category':
      return CategoryParams.shape.id
    case 'text':
      return z.string().check(z.maxLength(200), z.regex(PLAIN_LINE))
    case 'colour':
      return z
        .string()
        .check(z.regex(COLOUR, 'must be a colour, by name or as 3366aa'), z.overwrite(plainColour))
    case 'days':
      return z.iso.date()
  }
}

/** Checks that no range ends before it begins. */
export function rangesInOrder<Query extends object>(filters: FilterSet): z.core.CheckFn<Query> {
  const ranges = Object.entries(filters).filter(([, { kind }]) => kind === 'range')
  return ({ value, issues }) => {
    for (const [name, filter] of ranges) {
      const [from, to] = parametersFor(name, filter) as [string, string]
      const ends = value as AnyQuery
      if (Number(ends[from] ?? 0) <= Number(ends[to] ?? Infinity)) continue
      issues.push({ code: 'custom', input: value, message: `must not be below ${from}`, path: [to] })
    }
  }
}
