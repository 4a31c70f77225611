import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FILTER_NAMES } from '#domain/search/filters.ts'
import { type FilterValues, INDEXED_FILTERS } from '#server/list-filters.ts'
import type { Expression } from './expression.ts'
import { filterExpressions, filterTokens } from './filter-tokens.ts'

const LAST_SECOND = 63
const tokensOf = (duration: number) =>
  new Set(
    filterTokens(1, {
      ...Object.fromEntries(FILTER_NAMES.map((name) => [name, 0])),
      duration,
    } as FilterValues),
  )

function holds(expression: Expression, tokens: Set<string>): boolean {
  if (typeof expression === 'string') return tokens.has(expression)
  if ('any' in expression) return expression.any.some((part) => holds(part, tokens))
  if ('all' in expression) return expression.all.every((part) => holds(part, tokens))
  throw new Error('filters are made of all and any')
}

test('a range of durations finds the clips within it and no others, in few steps; none if it ends before it begins', () => {
  const second = fc.nat({ max: 70 })
  fc.assert(
    fc.property(second, second, second, (seconds, from, to) => {
      const [range] = filterExpressions({ duration_from: from, duration_to: to })
      const kept = Math.min(seconds, LAST_SECOND)
      expect(holds(range!, tokensOf(seconds))).toBe(
        kept >= Math.min(from, LAST_SECOND) && kept <= Math.min(to, LAST_SECOND),
      )
      if (typeof range === 'object' && 'any' in range) expect(range.any.length).toBeLessThan(16)
    }),
  )
})

test('an open range has no upper end', () => {
  const [range] = filterExpressions({ duration_from: 30 })
  expect(holds(range!, tokensOf(600))).toBe(true)
})

test('no filters need no tokens', () => {
  expect(filterExpressions({})).toEqual([])
})

test('no two filters share tokens, with each other or with ids', () => {
  const letters = [...INDEXED_FILTERS.map(({ letter }) => letter as string), 'a', 'i']
  expect(new Set(letters).size).toBe(letters.length)
  const columns = INDEXED_FILTERS.map(({ column }) => column)
  expect(new Set(columns).size).toBe(columns.length)
})
