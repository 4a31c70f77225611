import fc from 'fast-check'
import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { anyQuery, fastest } from '../../../../tests/support/any-query.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { publishLibrary } from '../../../../tests/support/search-library.ts'
import { listCategories } from '../../clips/list-categories.ts'
import { type SearchPage, searchPage } from './search-page.ts'

/** PostgreSQL needs thrice the time, and reads the same questions. */
const RUNS = { sqlite: runs(10_000), postgres: runs(2_500, 100) }

/** As long as a query may take on few clips. */
const MOST_MS = 150

describeEachDatabase('any query', (open, { engine }) => {
  const numRuns = RUNS[engine]
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await publishLibrary(db)
  })

  test('finds something or says what was not found, and offers a way on, in good time', {
    timeout: 600_000,
  }, async () => {
    const categories = await listCategories({ db })
    expect(categories.length).toBeGreaterThan(0)
    const seen = { exact: 0, close: 0, nothing: 0 }
    const slow: string[] = []
    await searchPage({ db }, '京都 temple', new URLSearchParams())
    await fc.assert(
      fc.asyncProperty(anyQuery, async (text) => {
        let page: SearchPage | undefined
        const ask = async () => {
          page = await searchPage({ db }, text, new URLSearchParams())
        }
        if ((await fastest(ask, MOST_MS)) > MOST_MS) slow.push(text)
        const { answer, alternatives } = page!
        // A text that is too long is refused with completions of its beginning.
        if (!answer) {
          expect(text.length).toBeGreaterThan(200)
          return
        }
        const { exact_total, total, close = [], sources } = answer
        expect(sources.length).toBe(Math.min(total, 40))
        if (exact_total > 0) seen.exact++
        else if (total > 0) {
          seen.close++
          expect(close[0]!.offset).toBe(0)
        } else {
          seen.nothing++
          expect(alternatives.length + categories.length).toBeGreaterThan(0)
        }
        for (const { offset, missing } of close) {
          expect(offset).toBeLessThan(total)
          expect(missing.length).toBeGreaterThan(0)
          for (const words of missing) expect(words).not.toBe('')
        }
      }),
      { numRuns, seed: 36 },
    )
    expect(Math.min(seen.exact, seen.close, seen.nothing)).toBeGreaterThan(numRuns / 40)
    expect(slow).toEqual([])
  })
})
