import { afterAll, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { postgresDatabases, sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { databaseTime, openClock } from './database-clock.ts'
import type { Db } from './schema.ts'

/** Answers may come late on a busy machine, but not so late. */
const MOST_MS = 1_000

const postgres = postgresDatabases()
const sqlite = sqliteDatabases()
afterAll(() => Promise.all([postgres.close(), sqlite.close()]))

/** Milliseconds by which a clock is ahead of the database's. */
async function ahead(db: Db, now: () => Date): Promise<number> {
  const { time } = await db.selectNoFrom(databaseTime(db).as('time')).executeTakeFirstOrThrow()
  return now().getTime() - Date.parse(time)
}

test('PostgreSQL’s clock is followed, whatever the machine’s says, and again after the counter was wrong', async () => {
  const db = await postgres.open()
  let wrong = 0
  const machine = () => new Date(Date.now() + 24 * HOUR_MS)
  const clock = await openClock(db, { machine, elapsed: () => performance.now() + wrong })
  expect(Math.abs(await ahead(db, clock.now))).toBeLessThan(MOST_MS)
  for (const by of [HOUR_MS, -HOUR_MS]) {
    wrong = by
    expect(Math.abs(await ahead(db, clock.now))).toBeGreaterThan(HOUR_MS - MOST_MS)
    await clock.adjust()
    expect(Math.abs(await ahead(db, clock.now))).toBeLessThan(MOST_MS)
  }
})

test('a slow answer does not spoil a clock that is right', async () => {
  const db = await postgres.open()
  let calls = 0
  let slow = 0
  const clock = await openClock(db, { elapsed: () => performance.now() + (calls++ % 2 ? slow : 0) })
  const before = await ahead(db, clock.now)
  // The counter says that the answer took an hour; then it goes on where it was.
  calls = 0
  slow = HOUR_MS
  await clock.adjust()
  slow = 0
  expect(Math.abs((await ahead(db, clock.now)) - before)).toBeLessThan(MOST_MS)
})

test('SQLite’s clock is the machine’s', async () => {
  const at = new Date('2026-11-21T09:00:00.000Z')
  const clock = await openClock(await sqlite.open(), { machine: () => at })
  await clock.adjust()
  expect(clock.now()).toBe(at)
})
