import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { jobDeps, makeDue, QUICK } from '../../../tests/support/database/jobs.ts'
import type { Database } from '../db/schema.ts'
import { type QueuedContext, type QueuedJob, UnrecoverableError } from './job.ts'
import { queueJob } from './job-rows.ts'
import { runJobs } from './run-jobs.ts'

function jobThat(run: (payload: unknown, context: QueuedContext) => Promise<void>): QueuedJob {
  return { kind: 'test', run: (_, payload, context) => run(payload, context) }
}

function rows(db: Kysely<Database>) {
  return db.selectFrom('jobs').selectAll().orderBy('id').execute()
}

describeEachDatabase('queued work', (open, databases) => {
  test('is done only if its transaction commits', async () => {
    const db = await open()
    const done: unknown[] = []
    const queue = runJobs(jobDeps(db), [jobThat(async (payload) => void done.push(payload))], QUICK)
    const rolledBack = db.transaction().execute(async (trx) => {
      await queueJob(trx, { kind: 'test', payload: { clip: 1 } })
      throw new Error('it was not to be')
    })
    await expect(rolledBack).rejects.toThrow('it was not to be')
    await db.transaction().execute((trx) => queueJob(trx, { kind: 'test', payload: { clip: 2 } }))
    await vi.waitFor(async () => expect(await rows(db)).toEqual([]))
    expect(done).toEqual([{ clip: 2 }])
    await queue.stop()
  })

  test('is done once each, some at a time, by any number of processes', async () => {
    const config = await databases.create()
    const handles = await Promise.all(Array.from({ length: 3 }, () => databases.connect(config)))
    const done: number[] = []
    let [together, most] = [0, 0]
    const job = jobThat(async (payload) => {
      most = Math.max(most, ++together)
      await sleep(5)
      together--
      done.push((payload as { piece: number }).piece)
    })
    const pieces = Array.from({ length: 60 }, (_, piece) => piece)
    for (const piece of pieces) await queueJob(handles[0]!, { kind: 'test', payload: { piece } })
    const queues = handles.map((db) => runJobs(jobDeps(db), [job], { ...QUICK, atOnce: 2 }))
    await vi.waitFor(async () => expect(await rows(handles[0]!)).toEqual([]), { timeout: 20_000 })
    await Promise.all(queues.map((queue) => queue.stop()))
    expect(done.toSorted((a, b) => a - b)).toEqual(pieces)
    expect(most).toBeGreaterThan(1)
    expect(most).toBeLessThanOrEqual(6)
  })

  test('waits once per key, and can be queued again afterwards', async () => {
    const db = await open()
    let done = 0
    for (let time = 0; time < 3; time++) await queueJob(db, { kind: 'test', payload: 1, once: 'test:7' })
    expect(await rows(db)).toHaveLength(1)
    const queue = runJobs(jobDeps(db), [jobThat(async () => void done++)], QUICK)
    await vi.waitFor(async () => expect(await rows(db)).toEqual([]))
    await queueJob(db, { kind: 'test', payload: 1, once: 'test:7' })
    await vi.waitFor(() => expect(done).toBe(2))
    await queue.stop()
  })

  test('that fails is retried with growing delays, and blocks nothing else', async () => {
    const db = await open()
    let others = 0
    const job = jobThat(async (payload) => {
      if (payload === 'bad') throw new Error('no luck at https://x.example/?token=abc')
      others++
    })
    await queueJob(db, { kind: 'test', payload: 'bad' })
    await queueJob(db, { kind: 'test', payload: 'good' })
    const queue = runJobs(jobDeps(db), [job], { ...QUICK, atOnce: 1 })
    await vi.waitFor(async () => expect(await rows(db)).toMatchObject([{ attempts: 1, locked_by: null }]))
    await vi.waitFor(() => expect(others).toBe(1))
    const [first] = await rows(db)
    expect(first?.last_error).toContain('no luck')
    expect(first?.last_error).not.toContain('abc')
    await makeDue(db)
    await vi.waitFor(async () => expect(await rows(db)).toMatchObject([{ attempts: 2, locked_by: null }]))
    const [second] = await rows(db)
    expect(Date.parse(second!.run_at) - Date.now()).toBeGreaterThan(20_000)
    await db.updateTable('jobs').set({ attempts: 20 }).execute()
    await makeDue(db)
    await vi.waitFor(async () => expect(await rows(db)).toMatchObject([{ attempts: 21, locked_by: null }]))
    const [late] = await rows(db)
    expect(Date.parse(late!.run_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    await queue.stop()
  })

  test('that is unrecoverable is given up and leaves only its error', async () => {
    const db = await open()
    const hopeless = runJobs(
      jobDeps(db),
      [jobThat(() => Promise.reject(new UnrecoverableError('nobody there')))],
      QUICK,
    )
    await queueJob(db, { kind: 'test', payload: { user: 7 } })
    const last_error = 'UnrecoverableError: nobody there'
    const end = { payload: 'null', locked_by: null, finished_at: expect.stringMatching(/Z$/), last_error }
    await vi.waitFor(async () => expect(await rows(db)).toMatchObject([end]))
    await hopeless.stop()
  })

  test('and recurring jobs do not affect each other', async () => {
    const db = await open()
    const done: string[] = []
    await queueJob(db, { kind: 'unknown to this version', payload: 1, once: 'x' })
    await queueJob(db, { kind: 'test', payload: 1 })
    const recurring = { kind: 'again', everySeconds: 60, run: async () => void done.push('again') }
    const jobs = runJobs(jobDeps(db), [recurring, jobThat(async () => void done.push('once'))], QUICK)
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['again', 'once']))
    await sleep(60)
    await jobs.stop()
    expect((await rows(db)).map((row) => row.kind).toSorted()).toEqual(['again', 'unknown to this version'])
  })
})
