import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DAY_MS } from '#domain/dates/spans.ts'
import { OutOfBounds, runApart } from '#server/build/run-apart.ts'
import { describePlainSql, sqliteDatabases } from '../../../tests/support/database/databases.ts'
import { poison } from '../../../tests/support/database/poison.ts'
import { watchedLogger } from '../../../tests/support/leaks/watched-log.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { onSignal } from '../trace/signals.ts'
import type { QueuedJob, RecurringJob } from './job.ts'
import { queueJob } from './job-rows.ts'
import { runJobs } from './run-jobs.ts'

/** So long that only being woken explains a run. */
const SELDOM = { pollMs: 600_000, leaseSeconds: 60, graceMs: 500 }
const OFTEN = { ...SELDOM, pollMs: 10 }

function depsOn(db: Kysely<Database>, now = () => new Date()) {
  const logged: { level: number; msg: string; kind?: string; retrySeconds?: number }[] = []
  const log = watchedLogger('trace', { write: (line) => logged.push(JSON.parse(line)) })
  return { deps: { db, log, now, events: new EventEmitter() } as unknown as Deps, logged }
}

const named = (kind: string, run: QueuedJob['run'] = async () => {}): QueuedJob => ({ kind, run })
const again = (kind: string, given: Partial<RecurringJob> = {}): RecurringJob => ({
  ...{ kind, everySeconds: 3600, run: async () => {} },
  ...given,
})
const idle = (db: Kysely<Database>) => vi.waitFor(async () => expect(await waiting(db)).toEqual([]))
const waiting = (db: Kysely<Database>) =>
  db.selectFrom('jobs').select('id').where('finished_at', 'is', null).execute()

describePlainSql('the queue of a process', (open) => {
  test('looks at once when a job is queued, and takes the next as soon as one ends', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    const done: unknown[] = []
    const jobs = runJobs(deps, [named('a', async (_, payload) => void done.push(payload))], {
      ...SELDOM,
      atOnce: 1,
    })
    await sleep(20)
    for (const payload of [1, 2, 3]) await queueJob(db, { kind: 'a', payload })
    deps.events.emit('jobQueued')
    await idle(db)
    expect(done).toEqual([1, 2, 3])
    await jobs.stop()
    expect(deps.events.listenerCount('jobQueued')).toBe(0)
  })

  test('without jobs does nothing, and stops at once', async () => {
    const { deps } = depsOn(await open())
    const jobs = runJobs(deps, [], OFTEN)
    expect(deps.events.listenerCount('jobQueued')).toBe(0)
    await jobs.stop()
  })

  test('takes nothing any more once it stops, and waits for what runs', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    const begun: unknown[] = []
    let ended = 0
    const job = named('a', async (_, payload) => {
      begun.push(payload)
      await sleep(100)
      ended++
    })
    for (const payload of [1, 2]) await queueJob(db, { kind: 'a', payload })
    const jobs = runJobs(deps, [job], { ...OFTEN, graceMs: 10_000, atOnce: 1 })
    await vi.waitFor(() => expect(begun).toHaveLength(1))
    await jobs.stop()
    expect([begun, ended]).toEqual([[1], 1])
    expect(await waiting(db)).toHaveLength(1)
  })

  test('runs as many of one kind at the same time as it may, and no more', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    const everyone = Promise.withResolvers<void>()
    let [running, most] = [0, 0]
    const job = named('a', async () => {
      most = Math.max(most, ++running)
      if (most === 3) everyone.resolve()
      await everyone.promise
      running--
    })
    for (const payload of [1, 2, 3, 4, 5]) await queueJob(db, { kind: 'a', payload })
    const jobs = runJobs(deps, [job], { ...OFTEN, atOnce: 3 })
    await idle(db)
    await jobs.stop()
    expect(most).toBe(3)
  })

  test('asks again whether a recurring job is overdue when the database was away', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    const answers = [
      Promise.reject(Object.assign(new Error('away'), { code: 'ECONNREFUSED' })),
      Promise.resolve(true),
    ]
    answers[0]!.catch(() => {})
    let runs = 0
    const job = again('ranking', { isOverdue: () => answers.shift()!, run: async () => void runs++ })
    await queueJob(db, { kind: 'ranking', payload: {}, once: 'ranking' })
    await db.updateTable('jobs').set({ run_at: '2999-01-01T00:00:00.000Z' }).execute()
    const jobs = runJobs(deps, [job], OFTEN)
    await vi.waitFor(() => expect(runs).toBe(1))
    await jobs.stop()
  })

  test('goes on with other kinds when the rows of one cannot be taken, or its check fails', async () => {
    const db = await open()
    const { deps, logged } = depsOn(db)
    const done: string[] = []
    const broken = again('broken', {
      isOverdue: () => Promise.reject(new Error('no idea')),
      run: async () => void done.push('broken'),
    })
    await queueJob(db, { kind: 'poisoned', payload: 1 })
    await poison(db, { table: 'jobs', on: 'update', when: "NEW.kind = 'poisoned'" })
    await poison(db, { table: 'jobs', on: 'insert', when: "NEW.kind = 'unprepared'" })
    const jobs = runJobs(
      deps,
      [
        again('unprepared'),
        broken,
        named('poisoned'),
        again('good', { run: async () => void done.push('good') }),
      ],
      SELDOM,
    )
    await vi.waitFor(() => expect(done.toSorted()).toEqual(['broken', 'good']))
    await jobs.stop()
    expect(logged.filter(({ msg }) => msg === 'overdue check failed')).toMatchObject([{ kind: 'broken' }])
  })

  test('logs failures: a recurring job’s as an error, a queued one’s as a warning until it is given up', async () => {
    const db = await open()
    const { deps, logged } = depsOn(db)
    const fail = async () => {
      throw new Error('x'.repeat(5_000))
    }
    await queueJob(db, { kind: 'queued', payload: 1 })
    const jobs = runJobs(deps, [again('recurring', { run: fail }), named('queued', fail)], OFTEN)
    const failures = () => logged.filter(({ msg }) => msg === 'job failed')
    await vi.waitFor(() => expect(failures()).toHaveLength(2))
    await jobs.stop()
    const levels = Object.fromEntries(
      failures().map(({ kind, level, retrySeconds }) => [kind, [level, retrySeconds]]),
    )
    expect(levels).toEqual({ recurring: [50, 15], queued: [40, 15] })
    const errors = await db.selectFrom('jobs').select('last_error').execute()
    expect(errors.map(({ last_error }) => last_error?.length)).toEqual([1_000, 1_000])
  })

  test('never gives up a queued job that is never too old', async () => {
    const db = await open()
    await queueJob(db, { kind: 'queued', payload: 1 })
    const { deps } = depsOn(db, () => new Date(Date.now() + 30 * DAY_MS))
    const job = {
      ...named('queued', () => Promise.reject(new Error('still down'))),
      isNeverTooOld: true as const,
    }
    const jobs = runJobs(deps, [job], OFTEN)
    await vi.waitFor(async () =>
      expect(
        await db.selectFrom('jobs').select(['last_error', 'locked_by', 'finished_at']).execute(),
      ).toEqual([{ last_error: 'Error: still down', locked_by: null, finished_at: null }]),
    )
    await jobs.stop()
  })

  test('gives a queued job up after three days, not at three days, and a recurring one never', async () => {
    const db = await open()
    const fail = () => Promise.reject(new Error('still down'))
    await queueJob(db, { kind: 'queued', payload: 1 })
    const { created } = await db.selectFrom('jobs').select('created').executeTakeFirstOrThrow()
    for (const [ms, left] of [
      [0, 2],
      [1, 1],
    ] as const) {
      const { deps, logged } = depsOn(db, () => new Date(Date.parse(created) + 3 * DAY_MS + ms))
      await db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z', attempts: 0 }).execute()
      const jobs = runJobs(deps, [again('recurring', { run: fail }), named('queued', fail)], OFTEN)
      await vi.waitFor(async () => {
        const rows = await db.selectFrom('jobs').select(['attempts', 'locked_by']).execute()
        expect(rows.map(({ attempts, locked_by }) => [attempts, locked_by])).toEqual([
          [1, null],
          [1, null],
        ])
      })
      await jobs.stop()
      expect(await waiting(db)).toHaveLength(left)
      const givenUp = logged.filter(({ msg }) => msg === 'job given up')
      expect(givenUp.map(({ level }) => level)).toEqual(left === 1 ? [50] : [])
    }
  })
})

describePlainSql('a lease that cannot be renewed', (open) => {
  test.each([0, 1])('ends its run when it expires after %i renewals, and not sooner', async (renewals) => {
    const db = await open()
    const { deps, logged } = depsOn(db)
    const aborted: { at: number; reason: unknown }[] = []
    await queueJob(db, { kind: 'a', payload: 1 })
    const job = named('a', async (_, __, { signal }) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      aborted.push({ at: Date.now(), reason: signal.reason })
      throw new Error('cut off')
    })
    const lease = async () =>
      (await db.selectFrom('jobs').select('locked_until').executeTakeFirst())?.locked_until
    const jobs = runJobs(deps, [job], { ...OFTEN, leaseSeconds: 0.9 })
    await vi.waitFor(async () => expect(await lease()).toBeTruthy(), { interval: 10 })
    const first = await lease()
    if (renewals > 0)
      await vi.waitFor(async () => expect((await lease())! > first!).toBe(true), { interval: 10 })
    await poison(db, { table: 'jobs', on: 'update' })
    const heldUntil = Date.parse((await lease())!)
    await vi.waitFor(() => expect(aborted).toHaveLength(1), { timeout: 10_000 })
    await jobs.stop()
    expect(String(aborted[0]!.reason)).toContain('the lease has expired')
    expect(aborted[0]!.at).toBeGreaterThanOrEqual(heldUntil)
    expect(logged.filter(({ msg }) => msg === 'lease not renewed').length).toBeGreaterThan(1)
    await vi.waitFor(() =>
      expect(logged.some(({ msg }) => msg.startsWith('job outcome not stored'))).toBe(true),
    )
  })

  test('ends its run at once when another process has the job', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    let reason: unknown
    await queueJob(db, { kind: 'a', payload: 1 })
    const job = named('a', async (_, __, { signal }) => {
      await db.updateTable('jobs').set({ locked_by: 'another' }).execute()
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      reason = signal.reason
    })
    const jobs = runJobs(deps, [job], { ...OFTEN, leaseSeconds: 0.3 })
    await vi.waitFor(() => expect(String(reason)).toContain('another process has the job'), {
      timeout: 10_000,
    })
    await jobs.stop()
    const writes = vi.spyOn(db, 'updateTable')
    await sleep(250)
    expect(writes, 'a lease that is over is not renewed').not.toHaveBeenCalled()
    expect(await db.selectFrom('jobs').select(['locked_by', 'last_error']).execute()).toEqual([
      { locked_by: 'another', last_error: null },
    ])
  })
})

describePlainSql('metrics', (open) => {
  test('hear how each run ended, and how long it took', async () => {
    const db = await open()
    const { deps } = depsOn(db)
    const heard: object[] = []
    const end = onSignal('job', (message) => heard.push(message))
    const fail = () => Promise.reject(new Error('no'))
    const endless: QueuedJob['run'] = (_, __, { signal }) => sleep(60_000, undefined, { signal })
    for (const kind of ['good', 'bad', 'long']) await queueJob(db, { kind, payload: 1 })
    const slow = named('good', () => sleep(50))
    const jobs = runJobs(deps, [slow, named('bad', fail), named('long', endless)], OFTEN)
    await vi.waitFor(() => expect(heard).toHaveLength(2))
    await jobs.stop()
    await vi.waitFor(() => expect(heard).toHaveLength(3))
    end()
    const outcomes = Object.fromEntries(heard.map((each) => [(each as { kind: string }).kind, each]))
    expect(outcomes).toMatchObject({
      good: { outcome: 'done' },
      bad: { outcome: 'failed' },
      long: { outcome: 'interrupted' },
    })
    const { seconds } = outcomes.good as { seconds: number }
    expect(seconds).toBeGreaterThan(0.04)
    expect(seconds).toBeLessThan(20)
  })
})

describe('work in a process of its own', () => {
  const databases = sqliteDatabases()
  afterAll(() => databases.close())
  const { signal } = new AbortController()

  test('answers', async () => {
    const database = await databases.create()
    const task = { database, scope: 'changed' }
    expect(await runApart('search/index/rerank-worker', task, { niceness: 1, signal })).toBe(0)
  })

  test('fails if its process ends without an answer', async () => {
    const task = { database: 'none', scope: 'changed' }
    const work = runApart('search/index/rerank-worker', task, { niceness: 1, signal })
    await expect(work).rejects.toThrow('the process of search/index/rerank-worker ended with 1')
  })

  const bounds = { megabytes: 200, seconds: 60 }

  test('answers within its bounds', async () => {
    const task = { database: await databases.create(), scope: 'changed' }
    expect(await runApart('search/index/rerank-worker', task, { niceness: 1, bounds })).toBe(0)
  })

  test('that fails within its bounds fails as it is, and does not count as too much', async () => {
    const task = { database: 'none', scope: 'changed' }
    const failed = await runApart('search/index/rerank-worker', task, { niceness: 1, bounds }).catch(
      (error: unknown) => error,
    )
    expect(failed).toBeInstanceOf(Error)
    expect(failed).not.toBeInstanceOf(OutOfBounds)
  })

  test.each([
    ['more memory', { megabytes: 4, seconds: 60 }],
    ['more time', { megabytes: 200, seconds: 0.01 }],
  ])('that needs %s than it may have is ended, and fails as too much', async (_, small) => {
    const task = { database: await databases.create(), scope: 'changed' }
    const work = runApart('search/index/rerank-worker', task, { niceness: 1, bounds: small })
    await expect(work).rejects.toBeInstanceOf(OutOfBounds)
  })

  test('ends with its job', async () => {
    const task = { database: await databases.create(), scope: 'changed' }
    const options = { niceness: 1, signal: AbortSignal.timeout(20) }
    await expect(runApart('search/index/rerank-worker', task, options)).rejects.toMatchObject({
      name: 'AbortError',
    })
  })
})
