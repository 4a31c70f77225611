import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { matchOf, searchPlan } from '#server/search/query/search-plan.ts'
import { spellingsOf, synonyms } from '#server/search/text/synonyms.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { publishLibrary } from '../../../../tests/support/search-library.ts'
import { fts5Query } from '../text/expression.ts'
import { parseQuery } from './parse-query.ts'
import { readQuery } from './read-query.ts'
import { withDescriptions } from './term.ts'

const databases = sqliteDatabases()
let db: Kysely<Database>
beforeAll(async () => {
  db = await databases.open()
  await publishLibrary(db)
})
afterAll(() => databases.close())

/** The largest query that any text causes. */
async function questionsOf(text: string): Promise<string[]> {
  const query = await readQuery(db, text)
  const { anywhere, titles } = searchPlan(query, {})
  const described = matchOf(withDescriptions(query))
  return [anywhere, ...titles, described].map(({ expression }) => fts5Query(expression))
}

const tokensIn = (question: string) => question.match(/\w+/g)!.length

const known = fc.array(fc.constantFrom(...synonyms().flatMap(spellingsOf)), { minLength: 1, maxLength: 60 })
const joint = fc.constantFrom('', ' ', 'の', '" "', ' -')

test('no text of 200 characters needs more than 600 tokens', async () => {
  await fc.assert(
    fc.asyncProperty(known, joint, async (words, between) => {
      const questions = await questionsOf(words.join(between).slice(0, 200))
      expect(Math.max(...questions.map(tokensIn))).toBeLessThanOrEqual(600)
    }),
    { numRuns: runs(1_000), seed: 23 },
  )
}, 60_000)

test('repeated words are searched once, and of a long phrase only the beginning as a phrase', async () => {
  const [repeated] = await questionsOf('寺の'.repeat(100))
  expect(tokensIn(repeated!)).toBeLessThan(30)
  const [phrase] = await questionsOf('"a1 b2 c3 d4 e5 f6 g7 h8"')
  expect(phrase).toContain('("wa1 wb2 wc3 wd4 we5 wf6" AND wg7 AND wh8)')
})

test.each(['とうきょう ', 'おんせんん ', '大阪の屋台 '])(
  '%s is read as often as the room allows, and never as nothing',
  (text) => {
    const segments = parseQuery(text.repeat(40)).parts.flatMap((part) => part.segments)
    expect(segments.map((segment) => segment.text)).not.toContain('')
    expect(segments.map(({ text: read }) => read).join('').length).toBeLessThanOrEqual(32)
  },
)
