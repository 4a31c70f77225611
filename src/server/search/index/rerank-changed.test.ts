import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { searchSources } from '#server/search/query/search-sources.ts'
import { describeEachDatabase } from '../../../../tests/support/database/databases.ts'
import { aUser } from '../../../../tests/support/database/rows.ts'
import { watchedLogger } from '../../../../tests/support/leaks/watched-log.ts'
import { publish } from '../../../../tests/support/search-library.ts'
import { rebuildIndex } from './rebuild-index.ts'
import { lastNight, rerankChanged, rerankJob, rerankSearch } from './rerank-job.ts'

const NIGHT = new Date('2026-12-01T03:00:00.000Z')
const LATER = '2026-12-01T14:00:00.000Z'

async function found(db: Kysely<Database>): Promise<string[]> {
  const { sources } = await searchSources({ db }, { text: 'heron', offset: 0 })
  return sources.map(({ file_name }) => file_name)
}

async function ranksOf(db: Kysely<Database>): Promise<Map<number, number>> {
  const rows = await db.selectFrom('source_ranks').select(['source_id', 'rank']).execute()
  return new Map(rows.map(({ source_id, rank }) => [source_id, rank]))
}

/** Five clips, `a` the newest, ranked at NIGHT. */
async function rankedClips(db: Kysely<Database>): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  for (const slug of ['e', 'd', 'c', 'b', 'a']) ids[slug] = await publish(db, { title: 'Heron', slug })
  await rerankSearch({ db, now: () => NIGHT })
  return ids
}

async function like(db: Kysely<Database>, source_id: number): Promise<void> {
  await db
    .insertInto('likes')
    .values({ user_id: await aUser(db), source_id, created: LATER })
    .execute()
}

async function view(db: Kysely<Database>, source_id: number, views: number): Promise<void> {
  await db
    .insertInto('source_views')
    .values({ source_id, day: LATER.slice(0, 10), views })
    .execute()
}

const log = watchedLogger()

describeEachDatabase('ranking clips that changed', (open, databases) => {
  test('moves only clips liked and viewed since the last full ranking', async () => {
    const db = await open()
    const ids = await rankedClips(db)
    expect(await found(db)).toEqual(['a', 'b', 'c', 'd', 'e'])
    const before = await ranksOf(db)
    await like(db, ids.e!)
    await view(db, ids.d!, 5)
    expect(await rerankChanged({ db, log })).toBe(2)
    expect(await found(db)).toEqual(['e', 'd', 'a', 'b', 'c'])
    const after = await ranksOf(db)
    for (const slug of ['a', 'b', 'c']) expect(after.get(ids[slug]!)).toBe(before.get(ids[slug]!))
  })

  test('ranks a clip once per event', async () => {
    const db = await open()
    const ids = await rankedClips(db)
    await like(db, ids.c!)
    expect(await rerankChanged({ db, log })).toBe(1)
    expect(await rerankChanged({ db, log })).toBe(0)
    await like(db, ids.c!)
    expect(await rerankChanged({ db, log })).toBe(1)
  })

  test('gives the same order as a full ranking', async () => {
    const db = await open()
    const ids = await rankedClips(db)
    for (const slug of ['e', 'e', 'e', 'c', 'c', 'd']) await like(db, ids[slug]!)
    await rerankChanged({ db, log })
    const between = await found(db)
    await rerankSearch({ db, now: () => new Date(LATER) })
    expect(await found(db)).toEqual(between)
    expect(between).toEqual(['e', 'c', 'd', 'a', 'b'])
  })

  test('ranks nothing before the first full ranking', async () => {
    const db = await open()
    const id = await publish(db, { title: 'Heron', slug: 'a' })
    await like(db, id)
    expect(await rerankChanged({ db, log })).toBe(0)
  })

  test('keeps its order during a rebuild of the index', async () => {
    const db = await open()
    const ids = await rankedClips(db)
    for (const slug of ['e', 'b']) await like(db, ids[slug]!)
    const running: Promise<number>[] = []
    const onProgress = ({ done }: { done: number }) => {
      if (done === 3) running.push(rerankChanged({ db, log }))
    }
    await rebuildIndex({ db }, { batch: 1, onProgress })
    expect(await Promise.all(running)).toEqual([2])
    expect(await found(db)).toEqual(['b', 'e', 'a', 'c', 'd'])
    expect((await ranksOf(db)).size).toBe(5)
  })

  test('is done every hour, and a full ranking every night', async () => {
    const database = await databases.create()
    const db = await databases.connect(database)
    const id = await publish(db, { title: 'Heron' })
    const logged: unknown[] = []
    const run = async (hours: number) => {
      const now = () => new Date(lastNight(new Date()).getTime() + hours * HOUR_MS)
      const log = { info: (fields: unknown) => logged.push(fields) }
      const { signal } = new AbortController()
      await rerankJob(database).run({ db, now, log } as unknown as Deps, { state: undefined, signal })
    }
    await run(1)
    await like(db, id)
    await run(2)
    await run(25)
    expect(logged).toEqual([
      { clips: 1, scope: 'all' },
      { clips: 1, scope: 'changed' },
      { clips: 1, scope: 'all' },
    ])
  })
})

test('a night begins at three o’clock of the server', () => {
  const at = (hour: number, day = 5) => new Date(2026, 4, day, hour)
  expect(lastNight(at(2))).toEqual(at(3, 4))
  expect(lastNight(at(3))).toEqual(at(3))
  expect(lastNight(at(23))).toEqual(at(3))
})
