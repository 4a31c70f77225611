import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SearchQuery } from '#contract/clips/search.ts'
import { LIST_PARAMETERS } from '#domain/address/list-query.ts'
import type { Database } from '#server/db/schema.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { postgresDatabases, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { HOSTILE_PIECES } from '../../../../tests/support/hostile-texts.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { publishLibrary } from '../../../../tests/support/search-library.ts'
import { searchSources } from './search-sources.ts'

const [sqlite, postgres] = [sqliteDatabases(), postgresDatabases()]
let ours: Kysely<Database>
let theirs: Kysely<Database>
beforeAll(async () => {
  ;[ours, theirs] = await Promise.all([sqlite.open(), postgres.open()])
  await Promise.all([publishLibrary(ours), publishLibrary(theirs)])
})
afterAll(() => Promise.all([sqlite.close(), postgres.close()]))

const pieces = fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 12 }).map((list) => list.join(''))
const spaced = fc.array(fc.constantFrom(...HOSTILE_PIECES), { maxLength: 12 }).map((list) => list.join(' '))
const garbage = fc.oneof(
  pieces,
  spaced,
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 230 }),
  fc.constantFrom(...HOSTILE_PIECES).map((piece) => piece.repeat(150)),
)
const value = fc.oneof(
  garbage,
  fc.constantFrom('0', '40', '-1', 'abc', '1e9', '99999999', '', 'landscape', 'newest'),
)
const query = fc.record(
  { q: garbage, ...Object.fromEntries(['offset', ...LIST_PARAMETERS].map((name) => [name, value])) },
  { requiredKeys: ['q'] },
)

interface Outcome {
  refused?: string[]
  sources?: string[]
  total?: number
  code?: string
  detail?: string
}

async function answerOf(db: Kysely<Database>, input: unknown): Promise<Outcome> {
  const parsed = SearchQuery.safeParse(input)
  if (!parsed.success) return { refused: parsed.error.issues.map(({ message }) => message) }
  const { q, facets, ...search } = parsed.data
  try {
    const answer = await searchSources({ db }, { ...search, text: q, facets: facets === '1' })
    return { ...answer, sources: answer.sources.map(({ file_name }) => file_name) }
  } catch (error) {
    const { code, detail } = error as Outcome
    return { code, detail }
  }
}

test('any text is answered, or refused with a reason', { timeout: 60_000 }, async () => {
  const asked = runs(5_000)
  const seen = { refused: 0, answered: 0, found: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        query,
        garbage.map((q) => ({ q })),
      ),
      async (input) => {
        const answer = await answerOf(ours, input)
        if (answer.refused) {
          seen.refused++
          expect(answer.refused[0]).toMatch(/must|Invalid/)
        } else if (answer.sources) {
          seen.answered++
          if (answer.total) seen.found++
          expect(answer.sources.length).toBeLessThanOrEqual(40)
        } else expect(answer).toEqual({ code: 'badRequest', detail: 'category: there is no such category' })
      },
    ),
    { numRuns: asked, seed: 20_261_121 },
  )
  expect(Math.min(seen.refused, seen.answered, seen.found)).toBeGreaterThan(asked / 25)
})

test('both engines give the same answer', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        query,
        spaced.map((q) => ({ q })),
      ),
      async (input) => {
        expect(await answerOf(theirs, input)).toEqual(await answerOf(ours, input))
      },
    ),
    { numRuns: runs(300), seed: 7 },
  )
})

test('suggestions handle it, too', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(garbage, async (text) => {
      expect((await suggest({ db: ours }, { text })).suggestions.length).toBeLessThanOrEqual(10)
    }),
    { numRuns: runs(500), seed: 11 },
  )
})

test.each([
  [{ q: 'x'.repeat(201) }, 'q: must be at most 200 characters'],
  [{ q: 'a\u0000b' }, 'q: must not hold control characters'],
  [{ q: '\ud800' }, 'q: must not hold control characters'],
  [{ offset: '-1' }, 'offset: must be a whole number'],
  [{ offset: 'abc' }, 'offset: must be a whole number'],
  [{ offset: '1000000000' }, 'offset: must be at most 100000'],
  [{ orientation: 'sideways' }, 'orientation: must be one of landscape, portrait, square'],
  [{ sort: 'best' }, 'sort: must be one of relevance, newest, popular'],
  [{ category: 'No Such' }, 'category: must be a category key'],
  [{ duration_from: '9', duration_to: '5' }, 'duration_to: must not be below duration_from'],
])('%j is refused, and the reason said', (input, reason) => {
  const parsed = SearchQuery.safeParse(input)
  const [issue] = parsed.success ? [] : parsed.error.issues
  expect(`${issue?.path.join('.')}: ${issue?.message}`).toBe(reason)
})
