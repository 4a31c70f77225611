import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { databaseTime } from '../db/database-clock.ts'
import type { Database } from '../db/schema.ts'
import {
  dueKinds,
  failJob,
  finishJob,
  giveUpJob,
  queueJob,
  releaseJob,
  renewLease,
  rescheduleJob,
  runNow,
  type TakenJob,
  takeJob,
} from './job-rows.ts'

const LONG_AGO = '2026-01-01T00:00:00.000Z'

describeEachDatabase('an act on one job', (open) => {
  const rowsOf = (db: Kysely<Database>) => db.selectFrom('jobs').selectAll().orderBy('id').execute()
  const take = (db: Kysely<Database>, kind = 'test') =>
    takeJob(db, { kind, holder: 'me', leaseSeconds: 60 }) as Promise<TakenJob>

  /** Three equal jobs that this process holds. */
  async function held() {
    const db = await open()
    for (let n = 0; n < 3; n++) await queueJob(db, { kind: 'test', payload: 1 })
    const jobs = [await take(db), await take(db), await take(db)]
    return { db, job: jobs[1]! }
  }

  test.each<[string, (db: Kysely<Database>, job: TakenJob) => Promise<unknown>, object | undefined]>([
    ['renewing', (db, job) => renewLease(db, job, 600), { locked_by: 'me', attempts: 1, last_error: null }],
    [
      'rescheduling',
      (db, job) => rescheduleJob(db, job, { state: { day: 7 }, everySeconds: 60 }),
      { locked_by: null, locked_until: null, attempts: 0, last_error: null, state: '{"day":7}' },
    ],
    [
      'rescheduling without a result',
      (db, job) => rescheduleJob(db, job, { state: undefined, everySeconds: 60 }),
      { locked_by: null, state: 'null' },
    ],
    ['finishing', finishJob, undefined],
    [
      'failing',
      (db, job) => failJob(db, job, { error: 'no', retrySeconds: 60 }),
      { locked_by: null, locked_until: null, attempts: 1, last_error: 'no', finished_at: null },
    ],
    ['releasing', releaseJob, { locked_by: null, locked_until: null, attempts: 0, last_error: null }],
    [
      'giving up',
      (db, job) => giveUpJob(db, job, 'no'),
      { locked_by: null, payload: 'null', last_error: 'no', finished_at: expect.stringMatching(/Z$/) },
    ],
  ])('%s it leaves the others as they are', async (_, act, expected) => {
    const { db, job } = await held()
    const before = await rowsOf(db)
    await act(db, job)
    const after = await rowsOf(db)
    const others = (rows: typeof before) => rows.filter(({ id }) => id !== job.id)
    expect(others(after)).toEqual(others(before))
    const row = after.find(({ id }) => id === job.id)
    if (expected) expect(row).toMatchObject(expected)
    else expect(row).toBeUndefined()
  })

  test('a lease, an interval and a delay count from now by the database’s clock', async () => {
    const { db, job } = await held()
    const inSeconds = async (column: 'run_at' | 'locked_until') => {
      const row = (await rowsOf(db)).find(({ id }) => id === job.id)!
      return Math.round((Date.parse(row[column]!) - Date.now()) / 1000)
    }
    expect(await inSeconds('locked_until')).toBeCloseTo(60, -1)
    await renewLease(db, job, 600)
    expect(await inSeconds('locked_until')).toBeCloseTo(600, -1)
    await failJob(db, job, { error: 'no', retrySeconds: 300 })
    expect(await inSeconds('run_at')).toBeCloseTo(300, -1)
    await db.updateTable('jobs').set({ locked_by: 'me' }).where('id', '=', job.id).execute()
    await rescheduleJob(db, job, { state: 1, everySeconds: 900 })
    expect(await inSeconds('run_at')).toBeCloseTo(900, -1)
  })

  test('queueing a key again replaces its payload and makes it due, and no other', async () => {
    const db = await open()
    for (const once of ['a', 'b']) await queueJob(db, { kind: 'test', payload: 1, once })
    await db.updateTable('jobs').set({ run_at: '2030-01-01T00:00:00.000Z', created: LONG_AGO }).execute()
    const [, other] = await rowsOf(db)
    await queueJob(db, { kind: 'test', payload: 1, once: 'a' })
    expect(await rowsOf(db), 'the same payload changes nothing').toMatchObject([
      { run_at: '2030-01-01T00:00:00.000Z', created: LONG_AGO },
      other!,
    ])
    await queueJob(db, { kind: 'test', payload: 2, once: 'a' })
    const [again, same] = await rowsOf(db)
    expect(same).toEqual(other)
    expect(again!.payload).toBe('2')
    expect(Date.parse(again!.run_at)).toBeLessThan(Date.now() + 5_000)
    expect(again!.created > LONG_AGO, 'it is given up three days from now').toBe(true)
  })

  test('running one kind now leaves others, and what is due already keeps its turn', async () => {
    const db = await open()
    for (const kind of ['a', 'b']) await queueJob(db, { kind, payload: {}, once: kind })
    await db.updateTable('jobs').set({ run_at: '2030-01-01T00:00:00.000Z' }).execute()
    await runNow(db, 'a')
    expect(await dueKinds(db, ['a', 'b'])).toEqual(['a'])
    await db.updateTable('jobs').set({ run_at: LONG_AGO }).where('kind', '=', 'b').execute()
    await runNow(db, 'b')
    expect((await rowsOf(db))[1]!.run_at).toBe(LONG_AGO)
    expect(await dueKinds(db, ['a', 'b']), 'the longest due first').toEqual(['b', 'a'])
    expect(await dueKinds(db, ['a'])).toEqual(['a'])
  })

  test('neither running, ended nor later jobs are due, and a lease that has ended is no bar', async () => {
    const db = await open()
    await queueJob(db, { kind: 'test', payload: 1 })
    await queueJob(db, { kind: 'other', payload: 1 })
    const job = await take(db)
    expect(job.attempts).toBe(1)
    expect(await dueKinds(db, ['test', 'other'])).toEqual(['other'])
    expect(await take(db)).toBeUndefined()
    await db
      .updateTable('jobs')
      .set({ locked_until: databaseTime(db, 1) })
      .where('id', '=', job.id)
      .execute()
    expect(await dueKinds(db, ['test'])).toEqual(['test'])
    expect(await take(db)).toMatchObject({ id: job.id, attempts: 2 })
    await giveUpJob(db, job, 'no')
    expect(await dueKinds(db, ['test'])).toEqual([])
    expect(await take(db, 'other')).toMatchObject({ kind: 'other' })
  })
})
