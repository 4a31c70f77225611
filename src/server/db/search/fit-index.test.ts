import { expect, test } from 'vitest'
import { engineOf } from '#server/db/engine.ts'
import { migrateToLatest, pendingMigrations } from '#server/db/migrate.ts'
import { rebuildIndex } from '#server/search/index/rebuild-index.ts'
import { isIndexComplete } from '#server/search/index/rerank-job.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { publish } from '../../../../tests/support/search-library.ts'

describeEachDatabase('an index of a former release', (open) => {
  test('gets the tables and columns that it lacks, searches meanwhile, and is rebuilt', async () => {
    const db = await open()
    await publish(db, { title: 'Heron', slug: 'long', duration: 9 })
    for (const table of ['source_ranks', ...(engineOf(db) === 'sqlite' ? [] : ['source_search'])])
      for (const column of ['seconds', 'ai']) await db.schema.alterTable(table).dropColumn(column).execute()
    await db.schema.alterTable('source_ranks').addColumn('former', 'integer').execute()
    await db.schema.dropTable('search_creators').execute()
    await db.updateTable('search_state').set({ value: 'former' }).execute()
    expect(await pendingMigrations(db)).toEqual(['search-index'])
    expect(await migrateToLatest(db)).toEqual(['search-index'])
    expect(await migrateToLatest(db)).toEqual([])
    const found = async (more: object) =>
      (await searchSources({ db }, { text: 'heron', offset: 0, facets: true, ...more })).total
    expect(await found({})).toBe(1)
    // Until then nobody knows, rather than all clips being the first of the choices.
    for (const ai of ['yes', 'no']) expect(await found({ ai })).toBe(0)
    await publish(db, { title: 'Heron', slug: 'short', duration: 3 })
    expect(await found({ duration_to: 5 })).toBe(2)
    expect(await isIndexComplete({ db })).toBe(false)
    await rebuildIndex({ db })
    expect(await found({ duration_to: 5 })).toBe(1)
    expect(await isIndexComplete({ db })).toBe(true)
  })
})
