import type { Category } from '#contract/clips.ts'
import type { Facets, FacetValue } from '#contract/search.ts'
import { durationRange, type ListQuery } from '#domain/address/list-query.ts'
import { LICENSE_TYPES } from '#domain/clips/license.ts'
import { DURATION_RANGES, LONGEST_DURATION, ORIENTATIONS } from '#domain/clips/search-filters.ts'
import { type Locale, type Strings, strings } from '#i18n/strings.ts'

/** A filter value. Choosing it applies the patch to the list's URL. */
export interface Choice {
  label: string
  patch: ListQuery
  chosen: boolean
  /** Formatted count of clips; absent if not counted. */
  count: string | undefined
  /** Choosing it would leave no clip. */
  disabled: boolean
}

/** A filter. `chosen`: text of the current value. */
export interface FilterMenu {
  id: string
  name: string
  chosen: string | undefined
  clear: ListQuery
  choices: Choice[]
}

export interface Filtered {
  query: ListQuery
  facets: Facets | undefined
  /** Filter values; absent in a category's list. */
  categories?: readonly Category[] | undefined
  locale: Locale
}

/** The filters of a list, in order. */
export function filterMenus({ query, facets, categories, locale }: Filtered): FilterMenu[] {
  const t = strings(locale).filters
  const choice = (
    values: readonly FacetValue[] | undefined,
    value: string,
    { label, patch, chosen }: Pick<Choice, 'label' | 'patch' | 'chosen'>,
  ): Choice => {
    const count = countOf(values, value, locale)
    return { label, patch, chosen, count, disabled: !chosen && isNone(values, value) }
  }
  const orientation: FilterMenu = {
    id: 'orientation',
    name: t.orientation,
    chosen: query.orientation && t.orientations[query.orientation],
    clear: { orientation: undefined },
    choices: ORIENTATIONS.map((value) =>
      choice(facets?.orientation, value, {
        label: t.orientations[value],
        patch: { orientation: value },
        chosen: query.orientation === value,
      }),
    ),
  }
  const duration: FilterMenu = {
    id: 'duration',
    name: t.duration,
    chosen: durationName(query, t),
    clear: { duration_from: undefined, duration_to: undefined },
    choices: DURATION_RANGES.map(({ value, duration_from, duration_to }) =>
      choice(facets?.duration, value, {
        label: t.durations[value],
        patch: { duration_from, duration_to },
        chosen: durationRange(query) === value,
      }),
    ),
  }
  const license: FilterMenu = {
    id: 'license',
    name: t.license,
    chosen: query.license_type && t.licenses[query.license_type],
    clear: { license_type: undefined },
    choices: LICENSE_TYPES.map((value) =>
      choice(facets?.license_type, value, {
        label: t.licenses[value],
        patch: { license_type: value },
        chosen: query.license_type === value,
      }),
    ),
  }
  const label = (category: Category) => (locale === 'ja' && category.label_ja) || category.label
  const current = categories?.find(({ key }) => key === query.category)
  const category: FilterMenu[] = categories
    ? [
        {
          id: 'category',
          name: t.category,
          chosen: current && label(current),
          clear: { category: undefined },
          choices: categories.map((each) =>
            choice(facets?.category, each.key, {
              label: label(each),
              patch: { category: each.key },
              chosen: each === current,
            }),
          ),
        },
      ]
    : []
  return [orientation, duration, ...category, license]
}

function durationName(query: ListQuery, t: Strings['filters']): string | undefined {
  const range = durationRange(query)
  if (range) return t.durations[range]
  if (query.duration_from === undefined && query.duration_to === undefined) return undefined
  return t.between(query.duration_from ?? 0, query.duration_to ?? LONGEST_DURATION)
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
