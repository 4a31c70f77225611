import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DatabaseConfig } from '#server/config/config.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { readRanks } from '#server/search/query/read-ranks.ts'
import { anyClipWith } from '#server/search/query/search-plan.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { EVERY_CLIP } from '#server/search/text/filter-tokens.ts'
import { fillCatalogue } from '../../../../tests/support/catalogue/fill-catalogue.ts'
import { spawnModule } from '../../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { runs } from '../../../../tests/support/runs.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { rebuildIndex } from './rebuild-index.ts'
import { isIndexComplete, rankApart, rerankSearch } from './rerank-job.ts'

const REBUILD = new URL('../../../../tests/support/children/rebuilding-child.ts', import.meta.url)
const CLIPS = 600
const KILLS = runs(7, 3)

/** Kills a process that builds the index after so many milliseconds. */
async function killRebuild(database: DatabaseConfig, afterMs: number): Promise<void> {
  const { process: child, lines } = spawnModule(REBUILD, [JSON.stringify(database)])
  await lines.next()
  await sleep(afterMs)
  child.kill('SIGKILL')
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

/** The whole index except the rank numbers. */
async function contents(db: Kysely<Database>) {
  const order = await db.selectFrom('source_ranks').selectAll().orderBy('rank').execute()
  const words = await db.selectFrom('search_words').selectAll().orderBy('word').execute()
  const keywords = await db
    .selectFrom('search_keywords')
    .selectAll()
    .orderBy('key')
    .orderBy('keyword')
    .orderBy('locale')
    .execute()
  const found = await readRanks(db, anyClipWith(EVERY_CLIP), 2 * CLIPS)
  return { order: order.map(({ rank: _rank, ...row }) => row), words, keywords, found: found.length }
}

describeEachDatabase('a rebuild of the search index', (_open, databases) => {
  test('gives the same index in a process of its own as inline', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    await fillCatalogue(db, CLIPS, () => {})
    await rerankSearch({ db, now: () => new Date() })
    const alone = await contents(db)
    expect(alone.found).toBe(CLIPS)
    await db.deleteFrom('search_state').where('key', '=', 'ranking').execute()
    const { signal } = new AbortController()
    expect(await rankApart({ database, scope: 'all' }, signal)).toBe(CLIPS)
    expect(await contents(db)).toEqual(alone)
  })

  test('killed at any moment leaves the index intact, and the next one complete', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    await fillCatalogue(db, CLIPS, () => {})
    await rebuildIndex({ db })
    for (let round = 0; round < KILLS; round++) {
      await killRebuild(database, 3 + 520 * (round / (KILLS - 1)) ** 2)
      await publish(db, { title: 'Axolotl', slug: `axolotl ${round}` })
      expect((await searchSources({ db }, { text: 'axolotl', offset: 0 })).total).toBe(round + 1)
      expect(await readRanks(db, anyClipWith(EVERY_CLIP), 2 * CLIPS)).toHaveLength(CLIPS + round + 1)
      expect(await isIndexComplete({ db })).toBe(true)
      if (engineOf(db) === 'sqlite') {
        const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
        expect(rows).toEqual([{ integrity_check: 'ok' }])
      }
    }
    await rebuildIndex({ db })
    expect((await contents(db)).found).toBe(CLIPS + KILLS)
    const left = (await db.introspection.getTables()).filter(({ name }) => /_(next|old)/.test(name))
    expect(left).toEqual([])
  }, 120_000)
})
