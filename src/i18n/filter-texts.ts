import type { ColourName } from '#domain/look/shades.ts'
import type { AnyQuery, Filter, FilterSet } from '#domain/search/filter-kinds.ts'
import { chosenIn, rangeIn, valuesOf } from '#domain/search/filter-query.ts'

interface Named<Value extends string> {
  name: string
  values: Record<Value, string>
}

interface Range<Value extends string> extends Named<Value> {
  between: (from: number, to: number) => string
}

type TextsOf<Each extends Filter> = Each extends { values: readonly (infer Value extends string)[] }
  ? Named<Value>
  : Each extends { bands: readonly { value: infer Value extends string }[] }
    ? Range<Value>
    : Each extends { kind: 'colour' }
      ? Named<ColourName>
      : { name: string }

/** What filters and the values in their menus are called. */
export type FilterTexts<All extends FilterSet> = { [Name in keyof All]: TextsOf<All[Name]> }

type AnyTexts = { name: string } | Named<string> | Range<string>

export interface MenuValue {
  value: string
  label: string
}

/** The values of a filter's menu. @param categories all of them, in the reader's language */
export function menuValues(
  filter: Filter,
  texts: AnyTexts,
  categories: readonly MenuValue[],
): readonly MenuValue[] {
  if (filter.kind === 'category') return categories
  return 'values' in texts ? valuesOf(filter).map((value) => ({ value, label: texts.values[value]! })) : []
}

/** What a query chooses of a filter; undefined if nothing, or nothing that is known. */
export function chosenText(
  query: AnyQuery,
  name: string,
  { filter, texts, values }: { filter: Filter; texts: AnyTexts; values: readonly MenuValue[] },
): string | undefined {
  const chosen = chosenIn(query, name, filter)
  const label = values.find(({ value }) => value === chosen)?.label
  if (label === undefined && filter.kind === 'colour') return chosen && `#${chosen}`
  if (label !== undefined || filter.kind !== 'range' || !('between' in texts)) return label
  const range = rangeIn(query, name, filter)
  return range && texts.between(range.from, range.to)
}
