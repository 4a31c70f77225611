import { expect, test } from 'vitest'
import type { Facets } from '#contract/clips/search.ts'
import { FILTER_NAMES } from '#domain/search/filters.ts'
import { filterMenus } from './filter-menus.ts'

const facets: Facets = {
  ...(Object.fromEntries(FILTER_NAMES.map((name) => [name, []])) as unknown as Facets),
  orientation: [{ value: 'portrait', count: 1200, at_least: true }],
  category: [{ value: 'tokyo', count: 3 }],
}
const categories = [{ key: 'tokyo', label: 'Tokyo', label_ja: '東京' }]

test('a category’s own list has no category filter', () => {
  const ids = (menus: ReturnType<typeof filterMenus>) => menus.map(({ id }) => id)
  expect(ids(filterMenus({ query: {}, facets, categories, locale: 'en' }))).toContain('category')
  expect(ids(filterMenus({ query: {}, facets, locale: 'en' }))).not.toContain('category')
})

test('counts that are not exact say so, in the language of the page', () => {
  const [orientation] = filterMenus({ query: {}, facets, locale: 'ja' })
  expect(orientation?.choices.map(({ label, count }) => [label, count])).toContainEqual(['縦長', '1,200以上'])
})

test('active filters are named, an unusual length too', () => {
  const chosen = filterMenus({
    query: { duration_from: 7, duration_to: 9, category: 'tokyo' },
    facets,
    categories,
    locale: 'ja',
  })
    .map((menu) => menu.chosen)
    .filter(Boolean)
  expect(chosen).toEqual(['7〜9秒', '東京'])
})

test('uncounted values show no number', () => {
  const [orientation] = filterMenus({ query: {}, facets: undefined, locale: 'en' })
  expect(orientation?.choices.every(({ count }) => count === undefined)).toBe(true)
})

test('a value that would leave no clip is disabled, unless it is chosen or only part was counted', () => {
  const disabled = (given: Parameters<typeof filterMenus>[0], id: string) =>
    filterMenus(given)
      .find((menu) => menu.id === id)
      ?.choices.flatMap((choice) => (choice.disabled ? choice.label : []))
  const counted = { ...facets, license_type: [{ value: 'editorial', count: 0 }], category: [] }
  const given = { facets: counted, categories, locale: 'en' as const }
  expect(disabled({ ...given, query: {} }, 'license_type')).toHaveLength(2)
  expect(disabled({ ...given, query: {} }, 'category')).toEqual(['Tokyo'])
  expect(disabled({ ...given, query: { category: 'tokyo' } }, 'category')).toEqual([])
  expect(disabled({ ...given, query: {} }, 'orientation')).toEqual([])
  expect(disabled({ query: {}, facets: undefined, categories, locale: 'en' }, 'category')).toEqual([])
})
