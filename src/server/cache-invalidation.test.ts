import type { Kysely } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { outputOf } from '../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../tests/support/database/databases.ts'
import { watchedLogger } from '../../tests/support/leaks/watched-log.ts'
import { invalidate, watchInvalidations } from './cache-invalidation.ts'
import { databaseTime } from './db/database-clock.ts'
import type { Database } from './db/schema.ts'

const INVALIDATE = new URL('../../tests/support/children/invalidating-child.ts', import.meta.url)
const fast = { intervalMs: 20 }
const quiet = watchedLogger()

function watch(db: Kysely<Database>, log = quiet) {
  const handed: string[][] = []
  return { handed, ...watchInvalidations({ db, log }, (tags) => handed.push(tags), fast) }
}

async function write(db: Kysely<Database>, ...tags: string[]): Promise<void> {
  await db.transaction().execute((transaction) => invalidate(transaction, tags))
}

/** A long timeout, since a busy machine may delay a poll. */
function eventually(expectation: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(expectation, { timeout: 10_000, interval: 20 })
}

async function rest(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 120))
}

describeEachDatabase('cache invalidation', (open, databases) => {
  test('every watcher gets another process’s commits, each row once', async () => {
    const config = await databases.create()
    const [one, other] = [watch(await databases.connect(config)), watch(await databases.connect(config))]
    await outputOf(INVALIDATE, [JSON.stringify(config), 'clips,clip:7', 'category:temple'])
    await eventually(() => {
      for (const { handed } of [one, other])
        expect(handed.flat().sort()).toEqual(['category:temple', 'clip:7', 'clips'])
    })
    await rest()
    for (const { handed, stop } of [one, other]) {
      expect(handed.flat()).toHaveLength(3)
      await stop()
    }
  })

  test('a tag written again is passed on again', async () => {
    const db = await open()
    const { handed, stop } = watch(db)
    for (const times of [1, 2, 3]) {
      await write(db, 'clips')
      await eventually(() => expect(handed).toHaveLength(times))
    }
    await stop()
  })

  test('a transaction that fails clears no cache', async () => {
    const db = await open()
    const { handed, stop } = watch(db)
    const failing = db.transaction().execute(async (transaction) => {
      await invalidate(transaction, ['lost'])
      throw new Error('half-way')
    })
    await expect(failing).rejects.toThrow('half-way')
    await write(db, 'clips')
    await eventually(() => expect(handed).toEqual([['clips']]))
    await stop()
  })

  test('a row committed after one of a higher id is not missed', async () => {
    const db = await open()
    const { handed, stop } = watch(db)
    const created = databaseTime(db)
    await db.insertInto('invalidations').values({ id: 900, tag: 'later', created }).execute()
    await eventually(() => expect(handed).toEqual([['later']]))
    await db.insertInto('invalidations').values({ id: 800, tag: 'earlier', created }).execute()
    await eventually(() => expect(handed).toEqual([['later'], ['earlier']]))
    await stop()
  })

  test('old rows are neither passed on nor kept', async () => {
    const db = await open()
    for (const [tag, secondsAgo] of [
      ['minute', 60],
      ['hours', 7_200],
    ] as const)
      await db
        .insertInto('invalidations')
        .values({ tag, created: databaseTime(db, secondsAgo) })
        .execute()
    const { handed, stop } = watch(db)
    await eventually(async () => {
      const rows = await db.selectFrom('invalidations').select('tag').execute()
      expect(rows).toEqual([{ tag: 'minute' }])
    })
    await stop()
    expect(handed).toEqual([])
  })

  test('it survives a failing database, and logs that once', async () => {
    const db = await open()
    const lines: string[] = []
    const log = watchedLogger('info', { write: (line) => lines.push(JSON.parse(line).msg) })
    const { handed, stop } = watch(db, log)
    await db.schema.alterTable('invalidations').renameTo('away').execute()
    await eventually(() => expect(lines).toEqual(['cache invalidation: polling failed']))
    await rest()
    await db.schema
      .alterTable('away' as 'invalidations')
      .renameTo('invalidations')
      .execute()
    await write(db, 'clips')
    await eventually(() => expect(handed).toEqual([['clips']]))
    await eventually(() =>
      expect(lines).toEqual([
        'cache invalidation: polling failed',
        'cache invalidation: polling works again',
      ]),
    )
    await stop()
  })

  test('changes during any outage of the database are passed on', async () => {
    const db = await open()
    const { handed, stop } = watch(db)
    await write(db, 'before')
    await eventually(() => expect(handed).toEqual([['before']]))
    const written = { tag: 'meanwhile', created: databaseTime(db, 120) }
    await db.insertInto('invalidations').values(written).execute()
    await rest()
    expect(handed).toEqual([['before']])
    const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 300_000)
    onTestFinished(() => clock.mockRestore())
    await eventually(() => expect(handed).toEqual([['before'], ['meanwhile']]))
    await rest()
    expect(handed).toHaveLength(2)
    await stop()
  })

  test('a listener that throws does not end the watch', async () => {
    const db = await open()
    let calls = 0
    const onTags = () => {
      calls++
      throw new Error('cache on fire')
    }
    const { stop } = watchInvalidations({ db, log: quiet }, onTags, fast)
    await write(db, 'one')
    await eventually(() => expect(calls).toBe(1))
    await write(db, 'two')
    await eventually(() => expect(calls).toBe(2))
    await stop()
  })

  test('nothing is passed on after the stop', async () => {
    const db = await open()
    const { handed, stop } = watch(db)
    await stop()
    await write(db, 'clips')
    await rest()
    expect(handed).toEqual([])
  })

  test("the database's time is written as ours is", async () => {
    const db = await open()
    const row = await db.selectNoFrom(databaseTime(db).as('time')).executeTakeFirstOrThrow()
    expect(new Date(row.time).toISOString()).toBe(row.time)
    expect(Math.abs(new Date(row.time).getTime() - Date.now())).toBeLessThan(2_000)
  })
})
