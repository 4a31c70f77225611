import type { Kysely } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { CountCache } from '#server/clips/count-cache.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { fillCatalogue } from '../../../../tests/support/catalogue/fill-catalogue.ts'
import { describePlainSql } from '../../../../tests/support/database/databases.ts'
import { type Search, searchSources } from './search-sources.ts'

const CLIPS = 5_000
/** In every generated description; quotes search for it literally there. */
const COMMON = '"light"'
/** A third of the descriptions have both words, an eighth has them side by side. */
const PHRASE = '"slow over"'

async function everyId(db: Kysely<Database>, search: Omit<Search, 'offset'>): Promise<number[]> {
  const ids: number[] = []
  for (let next: number | null = 0; next !== null; ) {
    const page = await searchSources({ db }, { ...search, offset: next })
    ids.push(...page.sources.map(({ id }) => id))
    next = page.next_offset
  }
  return ids
}

describePlainSql('the number of matches', (open) => {
  let db: Kysely<Database>
  beforeAll(async () => {
    db = await open()
    await fillCatalogue(db, CLIPS, () => {})
    await rebuildIndex({ db })
  })

  test('is the same on each page of a category and under its filters, cached or not', async () => {
    const counts = new CountCache()
    const ask = (deps: object, more: Partial<Search>) =>
      searchSources({ db, ...deps }, { text: '', category: 'city', facets: true, offset: 0, ...more })
    for (const more of [{}, { offset: 40 }, { orientation: 'portrait' } as const, { category: 'food' }, {}])
      expect(await ask({ counts }, more)).toEqual(await ask({}, more))
  })

  test('is exact under filters, however many the words alone would match', async () => {
    const filters = { orientation: 'portrait', license_type: 'editorial' } as const
    const { total } = await db
      .selectFrom('sources')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('license_type', '=', 'editorial')
      .whereRef('height', '>', 'width')
      .executeTakeFirstOrThrow()
    expect(total).toBeGreaterThan(70)
    const found = await searchSources({ db }, { text: COMMON, ...filters, offset: 0, facets: true })
    expect(found).toMatchObject({ total })
    expect(found.total_at_least).toBeUndefined()
    // Facets count only the most popular matches.
    expect(found.facets?.orientation.every(({ at_least }) => at_least)).toBe(true)
    expect(await everyId(db, { text: COMMON, ...filters })).toHaveLength(total)
  })

  test('may be a minimum for a phrase, and every page still exists', async () => {
    const descriptions = await db.selectFrom('sources').select(['id', 'description']).orderBy('id').execute()
    const wanted = descriptions
      .filter(({ description }) => /slow, over/.test(description))
      .map(({ id }) => id)
    expect(wanted.length).toBeGreaterThan(500)
    const found = await searchSources({ db }, { text: PHRASE, offset: 0, facets: true })
    const sample = found.facets!.orientation.reduce((sum, { count }) => sum + count, 0)
    if (engineOf(db) === 'sqlite') {
      expect(found).toMatchObject({ total: wanted.length })
      expect(sample).toBe(wanted.length)
    } else {
      expect(found).toMatchObject({ total: sample, total_at_least: true })
      expect(sample).toBeGreaterThan(100)
      expect(sample).toBeLessThan(wanted.length)
    }
    const ids = await everyId(db, { text: PHRASE })
    expect(ids.toSorted((a, b) => a - b)).toEqual(wanted)
    const deep = await searchSources({ db }, { text: PHRASE, offset: 400, facets: true })
    expect(deep.total).toBeGreaterThanOrEqual(400 + deep.sources.length)
  })
})
