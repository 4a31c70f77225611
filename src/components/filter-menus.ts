import type { Category } from '#contract/clips/clips.ts'
import type { Facets, FacetValue } from '#contract/clips/search.ts'
import type { ListQuery } from '#domain/address/list-query.ts'
import { swatchOf } from '#domain/look/shades.ts'
import type { Filter } from '#domain/search/filter-kinds.ts'
import { choosing, chosenIn } from '#domain/search/filter-query.ts'
import { FILTER_NAMES, FILTERS, type FilterName } from '#domain/search/filters.ts'
import { chosenText, menuValues } from '#i18n/filter-texts.ts'
import { type Locale, strings } from '#i18n/strings.ts'

/** A filter value. Choosing it applies the patch to the list's URL. */
export interface MenuOption {
  label: string
  /** Of a colour: `#rrggbb`. */
  swatch: string | undefined
  patch: ListQuery
  chosen: boolean
  /** Formatted count of clips; absent if not counted. */
  count: string | undefined
  /** Choosing it would leave no clip. */
  disabled: boolean
}

/** A filter. `chosen`: text of the current value. */
export interface FilterMenu {
  id: FilterName
  name: string
  chosen: string | undefined
  swatch: string | undefined
  clear: ListQuery
  choices: MenuOption[]
}

export interface Filtered {
  query: ListQuery
  facets: Facets | undefined
  /** Filter values; absent in a category's list. */
  categories?: readonly Category[] | undefined
  locale: Locale
}

export function filterMenus(list: Filtered): FilterMenu[] {
  const names = list.categories ? FILTER_NAMES : FILTER_NAMES.filter((name) => name !== 'category')
  return names.map((name) => menuOf(name, list))
}

function menuOf(name: FilterName, { query, facets, categories = [], locale }: Filtered): FilterMenu {
  const filter = FILTERS[name]
  const texts = strings(locale).filters.by[name]
  const label = (category: Category) => (locale === 'ja' && category.label_ja) || category.label
  const values = menuValues(
    filter,
    texts,
    categories.map((category) => ({ value: category.key, label: label(category) })),
  )
  const current = chosenIn(query, name, filter)
  return {
    id: name,
    name: texts.name,
    chosen: chosenText(query, name, { filter, texts, values }),
    swatch: swatchIn(filter, current),
    clear: choosing(name, filter),
    choices: values.map(({ value, label }) => ({
      label,
      swatch: swatchIn(filter, value),
      patch: choosing(name, filter, value),
      chosen: value === current,
      count: countOf(facets?.[name], value, locale),
      disabled: value !== current && isNone(facets?.[name], value),
    })),
  }
}

function swatchIn({ kind }: Filter, value: string | undefined): string | undefined {
  if (kind !== 'colour' || value === undefined) return undefined
  return `#${swatchOf(value) ?? value}`
}

function countOf(
  values: readonly FacetValue[] | undefined,
  value: string,
  locale: Locale,
): string | undefined {
  if (!values) return undefined
  const found = values.find((facet) => facet.value === value)
  const count = new Intl.NumberFormat(locale).format(found?.count ?? 0)
  return found?.at_least ? strings(locale).filters.atLeast(count) : count
}

/** Partial counts say nothing about a value that they lack. */
function isNone(values: readonly FacetValue[] | undefined, value: string): boolean {
  if (!values || values.some(({ at_least }) => at_least)) return false
  return !values.some((facet) => facet.value === value && facet.count > 0)
}
