import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LONGEST_DURATION } from '#domain/clips/search-filters.ts'
import type { Expression } from './expression.ts'
import { facetTokens, filterExpressions, LAST_SECOND } from './facet-tokens.ts'

const clip = { id: 1, orientation: 'landscape', category: 'night_views', license_type: 'commercial' } as const

function holds(expression: Expression, tokens: Set<string>): boolean {
  if (typeof expression === 'string') return tokens.has(expression)
  if ('any' in expression) return expression.any.some((part) => holds(part, tokens))
  if ('all' in expression) return expression.all.every((part) => holds(part, tokens))
  throw new Error('filters are made of all and any')
}

test('a range of durations finds the clips within it and no others, in few steps', () => {
  const second = fc.nat({ max: 70 })
  fc.assert(
    fc.property(second, second, second, (seconds, a, b) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)]
      const [range] = filterExpressions({ duration_from: from, duration_to: to })
      const tokens = new Set(facetTokens({ ...clip, seconds }))
      const kept = Math.min(seconds, LAST_SECOND)
      expect(holds(range!, tokens)).toBe(
        kept >= Math.min(from, LAST_SECOND) && kept <= Math.min(to, LAST_SECOND),
      )
      if (typeof range === 'object' && 'any' in range) expect(range.any.length).toBeLessThan(16)
    }),
  )
})

test('an open range has no upper end', () => {
  const [range] = filterExpressions({ duration_from: 30 })
  expect(holds(range!, new Set(facetTokens({ ...clip, seconds: LONGEST_DURATION })))).toBe(true)
})

test('no filters need no tokens', () => {
  expect(filterExpressions({})).toEqual([])
})
