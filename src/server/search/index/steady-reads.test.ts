import { type Kysely, sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Database } from '#server/db/schema.ts'
import { sqliteDatabases } from '../../../../tests/support/database/databases.ts'
import { SteadyReader, SteadyReads } from './steady-reads.ts'

const databases = sqliteDatabases()
afterAll(() => databases.close())

async function setUp() {
  const config = await databases.create()
  const [writer, other] = [await databases.connect(config), await databases.connect(config)]
  const reads = new SteadyReads()
  return { writer, reads, reader: new SteadyReader(other, reads.shared) }
}

async function write(db: Kysely<Database>, source_id: number): Promise<void> {
  await db.insertInto('search_changes').values({ source_id }).execute()
}

async function seen(reader: SteadyReader): Promise<number[]> {
  const db = await reader.handle()
  const rows = await db.selectFrom('search_changes').select('source_id').orderBy('source_id').execute()
  return rows.map(({ source_id }) => source_id)
}

/** Whether the log could be emptied, which it cannot while anybody sees what was before it. */
async function emptyLog(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
  return rows[0]!.busy === 0
}

test('a reader sees what was until it is interrupted, and meanwhile what is', async () => {
  const { writer, reads, reader } = await setUp()
  await write(writer, 1)
  expect(await seen(reader)).toEqual([1])
  await write(writer, 2)
  expect(await seen(reader)).toEqual([1])
  await reads.interrupt(async () => {
    expect(await seen(reader)).toEqual([1, 2])
    await write(writer, 3)
    expect(await seen(reader)).toEqual([1, 2, 3])
  })
  expect(await seen(reader)).toEqual([1, 2, 3])
  await write(writer, 4)
  expect(await seen(reader)).toEqual([1, 2, 3])
})

test('a reader that asks nothing lets go, too, so that the log can be emptied', async () => {
  const { writer, reads, reader } = await setUp()
  await sql`pragma busy_timeout = 0`.execute(writer)
  await write(writer, 1)
  await seen(reader)
  await write(writer, 2)
  expect(await emptyLog(writer)).toBe(false)
  let emptied = false
  await reads.interrupt(async () => {
    emptied = await emptyLog(writer)
  })
  expect(emptied).toBe(true)
})

test('an interruption does not wait for ever for a reader that has ended', async () => {
  const { writer, reads, reader } = await setUp()
  await seen(reader)
  // As if its thread had ended: nobody hears that it shall let go.
  Atomics.add(new Int32Array(reads.shared), 1, 1)
  const from = performance.now()
  await reads.interrupt(() => write(writer, 1))
  expect(performance.now() - from).toBeLessThan(3_000)
  expect(await writer.selectFrom('search_changes').selectAll().execute()).toEqual([{ source_id: 1 }])
})

test('without anything shared each question sees what is', async () => {
  const config = await databases.create()
  const [writer, other] = [await databases.connect(config), await databases.connect(config)]
  const reader = new SteadyReader(other)
  expect(await seen(reader)).toEqual([])
  await write(writer, 1)
  expect(await seen(reader)).toEqual([1])
})
