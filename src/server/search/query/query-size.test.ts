import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '../../../../tests/support/runs.ts'
import { fts5Query } from '../text/expression.ts'
import { SYNONYMS, writingsOf } from '../text/synonyms.ts'
import { termsOf } from './query-terms.ts'
import { searchPlan } from './search-plan.ts'

/** Tokens that the database is asked for. */
function tokensOf(text: string): number {
  const { anywhere, titleWords } = searchPlan(termsOf(text), { filters: {} })
  const queries = [anywhere, titleWords].flatMap((match) => (match ? fts5Query(match.expression) : []))
  return Math.max(...queries.map((query) => query.match(/\w+/g)!.length))
}

const known = fc.array(fc.constantFrom(...SYNONYMS.flatMap(writingsOf)), { minLength: 1, maxLength: 60 })
const joint = fc.constantFrom('', ' ', 'の', '" "', ' -')

test('no text of 200 characters asks for more than 130 tokens', () => {
  fc.assert(
    fc.property(known, joint, (words, between) => {
      expect(tokensOf(words.join(between).slice(0, 200))).toBeLessThanOrEqual(130)
    }),
    { numRuns: runs(5_000), seed: 23 },
  )
})

test('what is repeated is asked for once, and of a long phrase only the beginning by its places', () => {
  expect(tokensOf('寺の'.repeat(100))).toBeLessThan(30)
  expect(
    fts5Query(searchPlan(termsOf('"a1 b2 c3 d4 e5 f6 g7 h8"'), { filters: {} }).anywhere.expression),
  ).toBe('("wa1 wb2 wc3 wd4 we5 wf6" AND wg7 AND wh8)')
})
