import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { expect, test, vi } from 'vitest'
import { spawnModule } from '../../../tests/support/children/child.ts'
import { describeEachDatabase } from '../../../tests/support/database/databases.ts'
import { jobDeps, makeDue, QUICK } from '../../../tests/support/database/jobs.ts'
import type { Database } from '../db/schema.ts'
import type { RecurringJob } from './job.ts'
import { runJobs } from './run-jobs.ts'
import { retrySeconds } from './run-taken.ts'

const HOLD = new URL('../../../tests/support/children/job-holding-child.ts', import.meta.url)
const HOUR = 60 * 60

function jobRow(db: Kysely<Database>, kind = 'test') {
  return db.selectFrom('jobs').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow()
}

describeEachDatabase('a recurring job', (open, databases) => {
  test('runs at once when it is new, then at its interval, and gets its last result', async () => {
    const db = await open()
    const states: unknown[] = []
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: async (_, { state }) => {
        states.push(state)
        return { runs: states.length }
      },
    }
    const jobs = runJobs(jobDeps(db), [job], QUICK)
    await vi.waitFor(() => expect(states).toEqual([undefined]))
    await sleep(100)
    expect(states).toHaveLength(1)
    await makeDue(db)
    await vi.waitFor(() => expect(states).toEqual([undefined, { runs: 1 }]))
    await jobs.stop()
    const row = await jobRow(db)
    expect(row).toMatchObject({ attempts: 0, last_error: null, locked_by: null, state: '{"runs":2}' })
    expect(Date.parse(row.run_at) - Date.now()).toBeGreaterThan((HOUR - 60) * 1000)
  })

  test('is run by one of many concurrent processes', async () => {
    const config = await databases.create()
    const handles = await Promise.all(Array.from({ length: 6 }, () => databases.connect(config)))
    let [runs, together, most] = [0, 0, 0]
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: async () => {
        runs++
        most = Math.max(most, ++together)
        await sleep(50)
        together--
      },
    }
    const all = handles.map((db) => runJobs(jobDeps(db), [job], QUICK))
    for (let round = 1; round <= 5; round++) {
      await vi.waitFor(() => expect(runs).toBe(round), { timeout: 5_000 })
      await vi.waitFor(async () => expect((await jobRow(handles[0]!)).locked_by).toBeNull())
      await makeDue(handles[0]!)
    }
    await Promise.all(all.map((jobs) => jobs.stop()))
    expect(most).toBe(1)
  })

  test('keeps its error, and is retried with growing delays', async () => {
    const db = await open()
    let broken = true
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: async () => {
        if (broken) throw new Error(`no luck at https://x.example/?token=abc${' and on'.repeat(1000)}`)
      },
    }
    const jobs = runJobs(jobDeps(db), [job], QUICK)
    await vi.waitFor(async () => expect((await jobRow(db)).last_error).toContain('no luck'))
    const first = await jobRow(db)
    expect(first).toMatchObject({ attempts: 1, locked_by: null, locked_until: null })
    expect(first.last_error).not.toContain('abc')
    expect(first.last_error?.length).toBeLessThanOrEqual(1000)
    await makeDue(db)
    await vi.waitFor(async () => expect(await jobRow(db)).toMatchObject({ attempts: 2, locked_by: null }))
    const second = await jobRow(db)
    expect(Date.parse(second.run_at) - Date.now()).toBeGreaterThan(20_000)
    broken = false
    await makeDue(db)
    const well = { attempts: 0, last_error: null, locked_by: null }
    await vi.waitFor(async () => expect(await jobRow(db)).toMatchObject(well))
    await jobs.stop()
  })

  test('of a killed process is taken over when its lease ends, and not before', async () => {
    const config = await databases.create()
    const db = await databases.connect(config)
    const { process: child, lines } = spawnModule(HOLD, [JSON.stringify(config)])
    expect((await lines.next()).value).toBe('running')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const { locked_until } = await jobRow(db)
    let takenAt = ''
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: async ({ now }) => {
        takenAt = now().toISOString()
      },
    }
    const jobs = runJobs(jobDeps(db), [job], QUICK)
    await vi.waitFor(() => expect(takenAt).not.toBe(''), { timeout: 5_000 })
    expect(takenAt >= locked_until!).toBe(true)
    await jobs.stop()
  })

  test('that takes longer than its lease keeps it', async () => {
    const db = await open()
    let runs = 0
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: async () => {
        runs++
        await sleep(1_500)
      },
    }
    const options = { ...QUICK, leaseSeconds: 0.6 }
    const both = [runJobs(jobDeps(db), [job], options), runJobs(jobDeps(db), [job], options)]
    await vi.waitFor(() => expect(runs).toBe(1))
    await sleep(800)
    expect(runs).toBe(1)
    await vi.waitFor(async () => expect((await jobRow(db)).locked_by).toBeNull(), { timeout: 5_000 })
    expect(runs).toBe(1)
    await Promise.all(both.map((jobs) => jobs.stop()))
  })

  test('is aborted when the server stops, and is then free for another', async () => {
    const db = await open()
    let started = false
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: (_, { signal }) => {
        started = true
        return sleep(60_000, undefined, { signal })
      },
    }
    const jobs = runJobs(jobDeps(db), [job], QUICK)
    await vi.waitFor(() => expect(started).toBe(true))
    await jobs.stop()
    const row = await jobRow(db)
    expect(row).toMatchObject({ attempts: 0, last_error: null, locked_by: null })
    expect(Date.parse(row.run_at)).toBeLessThanOrEqual(Date.now())
  })

  test('that ignores the abort is not waited for', async () => {
    const db = await open()
    let started = false
    const stubborn = Promise.withResolvers<void>()
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      run: () => {
        started = true
        return stubborn.promise
      },
    }
    const jobs = runJobs(jobDeps(db), [job], { ...QUICK, graceMs: 100 })
    await vi.waitFor(() => expect(started).toBe(true))
    const from = performance.now()
    await jobs.stop()
    expect(performance.now() - from).toBeLessThan(1_500)
    stubborn.resolve()
    await vi.waitFor(async () => expect((await jobRow(db)).locked_by).toBeNull())
  })

  test('that is overdue runs when a process starts, even if it is not due', async () => {
    const db = await open()
    let runs = 0
    const job: RecurringJob = {
      kind: 'test',
      everySeconds: HOUR,
      isOverdue: async () => runs < 2,
      run: async () => {
        runs++
      },
    }
    for (const expected of [1, 2, 2]) {
      const jobs = runJobs(jobDeps(db), [job], QUICK)
      await vi.waitFor(() => expect(runs).toBe(expected))
      await sleep(60)
      await jobs.stop()
    }
    expect(runs).toBe(2)
  })
})

test('a job that fails waits twice as long each time, up to its interval or an hour', () => {
  expect([1, 2, 3, 4].map((attempts) => retrySeconds(attempts, HOUR))).toEqual([15, 30, 60, 120])
  expect(retrySeconds(500, 24 * HOUR)).toBe(HOUR)
  expect(retrySeconds(9, 60)).toBe(60)
})
