import { type Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { removeClip } from '#server/library/remove-clip.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { suggest } from '#server/search/suggest/suggest.ts'
import { fillCatalogue } from '../../../../tests/support/catalogue/fill-catalogue.ts'
import { describeEachDatabase, sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { IN_LONG_TEST } from '../../../../tests/support/runs.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { rebuildIndex } from './rebuild-index.ts'
import { reindexAround } from './reindex-sources.ts'
import { isIndexComplete, rerankSearch } from './rerank-job.ts'

/** The exact clips. */
async function found(db: Kysely<Database>, text: string): Promise<string[]> {
  const { sources, exact_total } = await searchSources({ db }, { text, offset: 0 })
  return sources.slice(0, exact_total).map(({ file_name }) => file_name)
}

async function rename(db: Kysely<Database>, id: number, title: string): Promise<void> {
  await db
    .transaction()
    .execute((trx) =>
      reindexAround(trx, [id], () =>
        trx.updateTable('library').set({ title }).where('id', '=', id).execute(),
      ),
    )
}

async function tablesNamed(db: Kysely<Database>, ending: string): Promise<string[]> {
  const tables = await db.introspection.getTables()
  return tables.map(({ name }) => name).filter((name) => name.endsWith(ending))
}

/** The upper bits of a row's id are its segment (sqlite.org/fts5.html, "FTS5 Data Structures"). */
async function piecesOf(db: Kysely<Database>, suffix = ''): Promise<number> {
  const { rows } = await sql<{ pieces: number }>`
    select count(distinct id >> 37) as pieces from ${sql.id(`source_search${suffix}_data`)} where id > 10`.execute(
    db,
  )
  return rows[0]!.pieces
}

describeEachDatabase('the search index', (open, databases) => {
  test('drops a removed clip with its words and keywords', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Grey heron', keywords: ['heron bird'], slug: 'heron' })
    await publish(db, { title: 'Egret', slug: 'egret' })
    await removeClip({ db }, id)
    expect(await found(db, 'heron')).toEqual([])
    expect((await suggest({ db }, { text: 'her' })).suggestions).toEqual([])
    expect(await found(db, 'egret')).toEqual(['egret'])
  })

  test('finds a changed clip only by its new texts', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Heron', slug: 'bird' })
    await rename(db, id, 'Egret')
    expect([await found(db, 'heron'), await found(db, 'egret')]).toEqual([[], ['bird']])
  })

  test('includes clips published, changed and removed during a rebuild', async () => {
    const db = await open()
    const ids: number[] = []
    for (let n = 0; n < 40; n++)
      ids.push(await publish(db, { title: 'Heron', slug: `old ${n}`, popularity: 50 - n }))
    // By batch: some of these clips are written by then, wholly or in part, others not.
    const changes = new Map<number, () => Promise<unknown>>([
      [1, () => publish(db, { title: 'Heron', slug: 'new', popularity: 60 })],
      [2, () => removeClip({ db }, ids[0]!)],
      [3, () => removeClip({ db }, ids[39]!)],
      [4, () => rename(db, ids[1]!, 'Egret')],
      [5, () => rename(db, ids[38]!, 'Egret')],
      [12, () => removeClip({ db }, ids[3]!)],
      [13, () => rename(db, ids[2]!, 'Egret')],
      [14, () => rename(db, ids[20]!, 'Egret')],
    ])
    const running: Promise<unknown>[] = []
    await rebuildIndex(
      { db },
      {
        batch: 2,
        onProgress: ({ done }) => {
          const change = changes.get(done / 2)
          if (change) running.push(change())
        },
      },
    )
    await Promise.all(running)
    expect(running).toHaveLength(changes.size)
    const left = ids.map((_, n) => n).filter((n) => n > 3 && n < 38 && n !== 20)
    expect((await found(db, 'egret')).toSorted()).toEqual(['old 1', 'old 2', 'old 20', 'old 38'])
    expect(await found(db, 'heron')).toEqual(['new', ...left.map((n) => `old ${n}`)])
    const ranks = await db.selectFrom('source_ranks').select('rank').execute()
    const column = sql.id(engineOf(db) === 'sqlite' ? 'rowid' : 'rank')
    const { rows } = await sql<{ rank: number }>`select ${column} as rank from source_search`.execute(db)
    expect(rows.map(({ rank }) => rank).toSorted()).toEqual(ranks.map(({ rank }) => rank).toSorted())
  })

  test('answers during a rebuild, and can be rebuilt repeatedly', async () => {
    const db = await open()
    for (let n = 0; n < 6; n++) await publish(db, { title: 'Heron', slug: `heron ${n}` })
    const answers: Promise<string[]>[] = []
    for (let round = 0; round < 3; round++)
      await rebuildIndex({ db }, { batch: 1, onProgress: () => answers.push(found(db, 'heron')) })
    for (const answer of await Promise.all(answers)) expect(answer).toHaveLength(6)
    expect(answers.length).toBe(18)
    expect(await tablesNamed(db, '_next')).toEqual([])
    expect(await tablesNamed(db, '_old')).toEqual([])
  })

  test('goes with its clips, and is in few pieces', async () => {
    const db = await open()
    for (let n = 0; n < 40; n++) await publish(db, { title: 'Heron', slug: `heron ${n}` })
    await rebuildIndex({ db }, { batch: 1 })
    if (engineOf(db) === 'sqlite') expect(await piecesOf(db)).toBeLessThanOrEqual(3)
    await db.deleteFrom('library').where('file_name', '=', 'heron 7').execute()
    expect(await found(db, 'heron')).toHaveLength(39)
  })

  const inManyPieces = test.runIf(IN_LONG_TEST && databases.engine === 'sqlite')
  inManyPieces('merges its pieces before they are more than FTS5 takes', async () => {
    const db = await open()
    await fillCatalogue(db, 1_050, () => {})
    const pieces: Promise<number>[] = []
    const onProgress = ({ done }: { done: number }) => done === 1_049 && pieces.push(piecesOf(db, '_next'))
    expect(await rebuildIndex({ db }, { batch: 1, onProgress })).toBe(1_050)
    expect(await pieces[0]).toBeLessThan(100)
    expect(await piecesOf(db)).toBe(1)
  })

  test('is unchanged by an interrupted rebuild, and the next one is complete', async () => {
    const db = await open()
    for (let n = 0; n < 6; n++) await publish(db, { title: 'Heron', slug: `heron ${n}` })
    const stopped = rebuildIndex(
      { db },
      {
        batch: 2,
        onProgress: () => {
          throw new Error('killed')
        },
      },
    )
    await expect(stopped).rejects.toThrow('killed')
    expect(await found(db, 'heron')).toHaveLength(6)
    await publish(db, { title: 'Heron', slug: 'after' })
    expect(await found(db, 'heron')).toHaveLength(7)
    await rebuildIndex({ db })
    expect(await found(db, 'heron')).toHaveLength(7)
  })

  test('is built by the later of two rebuilds', async () => {
    const db = await databases.connect(await databases.create())
    for (let n = 0; n < 8; n++) await publish(db, { title: 'Heron', slug: `heron ${n}` })
    let second: Promise<number> | undefined
    const first = rebuildIndex(
      { db },
      {
        batch: 1,
        onProgress: ({ done }) => {
          if (done === 2) second = rebuildIndex({ db })
        },
      },
    )
    await expect(first).rejects.toMatchObject({ code: 'unavailable' })
    expect(await second).toBe(8)
    expect(await found(db, 'heron')).toHaveLength(8)
  })

  test('knows when it lacks clips', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Heron' })
    expect(await isIndexComplete({ db })).toBe(true)
    await db.deleteFrom('source_ranks').where('source_id', '=', id).execute()
    expect(await isIndexComplete({ db })).toBe(false)
    await rebuildIndex({ db })
    expect(await isIndexComplete({ db })).toBe(true)
  })

  test('ranks recently liked, downloaded and viewed clips first', async () => {
    const db = await open()
    const now = () => new Date('2026-11-21T00:00:00.000Z')
    const day = (days: number) => new Date(now().getTime() - days * DAY_MS).toISOString()
    const clips = ['left', 'viewed', 'once viewed', 'new']
    const ids = new Map<string, number>()
    for (const slug of clips) ids.set(slug, await publish(db, { title: 'Heron', slug, popularity: 5 }))
    await db
      .updateTable('library')
      .set({ created: day(200) })
      .where('file_name', '!=', 'new')
      .execute()
    await db
      .updateTable('library')
      .set({ created: day(0) })
      .where('file_name', '=', 'new')
      .execute()
    const viewed = (slug: string, days: number) => ({
      source_id: ids.get(slug)!,
      day: day(days).slice(0, 10),
      views: 40,
    })
    await db
      .insertInto('source_views')
      .values([viewed('viewed', 1), viewed('once viewed', 120)])
      .execute()
    await rerankSearch({ db, now })
    expect(await found(db, 'heron')).toEqual(['viewed', 'new', 'once viewed', 'left'])
  })
})

test('a rebuild leaves no long write-ahead log', async () => {
  const databases = sqliteDatabases()
  const db = await databases.open()
  await fillCatalogue(db, 200, () => {})
  await rebuildIndex({ db }, { batch: 20 })
  await db.insertInto('invalidations').values({ tag: 'one', created: '2026-11-22T00:00:00.000Z' }).execute()
  const { rows } = await sql<{ log: number }>`pragma wal_checkpoint`.execute(db)
  expect(rows[0]!.log).toBeLessThan(20)
  await databases.close()
})
