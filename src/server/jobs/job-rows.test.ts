import type { Kysely } from 'kysely'
import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { databaseTime } from '../db/database-clock.ts'
import type { Database } from '../db/schema.ts'
import { finishJob, giveUpJob, queueJob, renewLease, takeJob } from './job-rows.ts'

const take = (db: Kysely<Database>, holder = 'one') => takeJob(db, { kind: 'test', holder, leaseSeconds: 60 })

async function due(db: Kysely<Database>, secondsAgo: number, payload = '%'): Promise<void> {
  await db
    .updateTable('jobs')
    .set({ run_at: databaseTime(db, secondsAgo) })
    .where('payload', 'like', payload)
    .execute()
}

describeEachDatabase('the rows of jobs', (open) => {
  test('are taken the longest due first, and never after they were given up', async () => {
    const db = await open()
    for (const payload of [1, 2, 3]) await queueJob(db, { kind: 'test', payload })
    for (const [payload, secondsAgo] of [1, 3, 2].entries()) await due(db, secondsAgo, String(payload + 1))
    const taken = [await take(db), await take(db), await take(db)]
    expect(taken.map((job) => job?.payload)).toEqual(['2', '3', '1'])
    for (const job of taken) await giveUpJob(db, job!, 'hopeless')
    await due(db, 1)
    expect(await take(db)).toBeUndefined()
  })

  test('due at one time are taken in the order of the queue', async () => {
    const db = await open()
    for (const payload of [1, 2, 3]) await queueJob(db, { kind: 'test', payload })
    const run_at = '2026-01-01T00:00:00.000Z'
    // PostgreSQL moves the rows, the last one to the front.
    for (const payload of ['3', '1', '2'])
      await db.updateTable('jobs').set({ run_at }).where('payload', '=', payload).execute()
    const taken = [await take(db), await take(db), await take(db)]
    expect(taken.map((job) => job?.payload)).toEqual(['1', '2', '3'])
  })

  test.each([
    ['succeeds', finishJob],
    [
      'is given up',
      (db: Kysely<Database>, job: Parameters<typeof giveUpJob>[1]) => giveUpJob(db, job, 'late'),
    ],
  ] as const)('what is queued again while it runs is run again when the run %s', async (_, end) => {
    const db = await open()
    await queueJob(db, { kind: 'test', payload: 1, once: 'key' })
    const job = await take(db)
    await queueJob(db, { kind: 'test', payload: 2, once: 'key' })
    await end(db, job!)
    expect(await take(db)).toMatchObject({ id: job!.id, payload: '2', attempts: 1 })
  })

  test('are not ended by a process that lost them', async () => {
    const db = await open()
    await queueJob(db, { kind: 'test', payload: 1 })
    const lost = await take(db)
    await db
      .updateTable('jobs')
      .set({ locked_until: databaseTime(db, 1) })
      .execute()
    const job = await take(db, 'another')
    expect(await renewLease(db, lost!, 60)).toBe(false)
    await finishJob(db, lost!)
    await giveUpJob(db, lost!, 'late')
    expect(await db.selectFrom('jobs').select(['locked_by', 'finished_at']).execute()).toEqual([
      { locked_by: 'another', finished_at: null },
    ])
    await finishJob(db, job!)
    expect(await db.selectFrom('jobs').select('id').execute()).toEqual([])
  })
})
