import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { isDatabaseAway, isDiskFull } from '#server/db/database-error.ts'
import type { Database } from '#server/db/schema.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { holdLock } from '../../../../tests/support/database/hold-lock.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

const created = '2026-11-21T00:00:00.000Z'

async function openFile() {
  const config = await databases.create()
  if (config.engine !== 'sqlite') throw new Error('not a file')
  return { file: config.file, db: await databases.connect(config) }
}

const insert = (db: Kysely<Database>, tag: string) => db.insertInto('invalidations').values({ tag, created })
const tagsOf = async (db: Kysely<Database>) => {
  const rows = await db.selectFrom('invalidations').select('tag').orderBy('id').execute()
  return rows.map(({ tag }) => tag)
}

test('while another process writes, reads are answered, and writes wait in order', async () => {
  const { file, db } = await openFile()
  await insert(db, 'before').execute()
  const release = await holdLock(file)
  const writing = [
    insert(db, 'one').execute(),
    db.transaction().execute((trx) => insert(trx, 'two').execute()),
    insert(db, 'three').execute(),
  ]
  expect(await tagsOf(db)).toEqual(['before'])
  await release()
  await Promise.all(writing)
  expect(await tagsOf(db)).toEqual(['before', 'one', 'two', 'three'])
})

test('waiting for another process does not block the thread', async () => {
  const { file, db } = await openFile()
  const release = await holdLock(file)
  const writing = insert(db, 'late').execute()
  const pauses = []
  for (let turn = 0; turn < 40; turn++) {
    const begun = performance.now()
    await sleep(1)
    pauses.push(performance.now() - begun)
  }
  expect(pauses.toSorted((a, b) => a - b)[20]).toBeLessThan(25)
  await release()
  await writing
})

test('waiting writes fail after three seconds, and the next one succeeds', async () => {
  const { file, db } = await openFile()
  const release = await holdLock(file)
  const begun = performance.now()
  const outcomes = await Promise.allSettled([
    insert(db, 'one').execute(),
    db.transaction().execute((trx) => insert(trx, 'two').execute()),
    insert(db, 'three').execute(),
  ])
  const took = performance.now() - begun
  expect(outcomes.map((outcome) => outcome.status === 'rejected' && isDatabaseAway(outcome.reason))).toEqual(
    Array(3).fill(true),
  )
  expect(took).toBeGreaterThan(2_900)
  expect(took).toBeLessThan(6_000)
  await release()
  await insert(db, 'four').execute()
  expect(await tagsOf(db)).toEqual(['four'])
})

test('a read during an open transaction sees the state before it', async () => {
  const { db } = await openFile()
  await db.transaction().execute(async (trx) => {
    await insert(trx, 'new').execute()
    expect(await tagsOf(db)).toEqual([])
    expect(await tagsOf(trx)).toEqual(['new'])
  })
  expect(await tagsOf(db)).toEqual(['new'])
})

test('a transaction on a full disk fails as such, and leaves nothing', async () => {
  const { db } = await openFile()
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await sql`pragma max_page_count = ${sql.lit(rows[0]!.page_count)}`.execute(db)
  const fill = db.transaction().execute(async (trx) => {
    await insert(trx, 'small').execute()
    const large = { label: 'LOGIN_CLICK', meta: 'x'.repeat(100_000), created }
    await trx.insertInto('activities').values(large).execute()
  })
  await expect(fill).rejects.toSatisfy(isDiskFull)
  expect(await tagsOf(db)).toEqual([])
  await insert(db, 'again').execute()
  expect(await tagsOf(db)).toEqual(['again'])
})
