import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '#server/db/database-error.ts'
import type { Deps } from '#server/deps.ts'
import { startPolling } from '#server/poll.ts'
import { eachAlone } from './each-alone.ts'
import { isRecurring, type Job, type RecurringJob } from './job.ts'
import { dueKinds, queueJob, runNow, takeJob } from './job-rows.ts'
import { runTaken } from './run-taken.ts'

export interface RunningJobs {
  /** Aborts the jobs and waits for the grace time. Jobs still running lose their lease and run elsewhere. */
  stop(): Promise<void>
}

interface Options {
  /** How often the table is checked; `jobQueued` on deps.events checks it at once. */
  pollMs?: number
  /** The longest that a killed process blocks its jobs. */
  leaseSeconds?: number
  /** How long `stop()` waits. */
  graceMs?: number
  /** Queued jobs of one kind that run in this process at the same time. */
  atOnce?: number
}

/** Runs due jobs: recurring ones once at a time across processes, queued ones `atOnce` per process. */
export function runJobs(
  deps: Deps,
  jobs: readonly Job[],
  { pollMs = 2_000, leaseSeconds = 60, graceMs = 5_000, atOnce = 4 }: Options = {},
): RunningJobs {
  if (jobs.length === 0) return { stop: async () => {} }
  const holder = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const stopping = new AbortController()
  const { signal } = stopping
  const byKind = new Map(jobs.map((job) => [job.kind, job]))
  const running = new Map(jobs.map(({ kind }) => [kind, new Set<Promise<void>>()]))
  const unprepared = new Set(jobs.filter(isRecurring))

  async function turn(): Promise<void> {
    const kinds = [...unprepared].map((job) => ({ id: job.kind, job }))
    await eachAlone(deps, kinds, { what: 'kind of job' }, async ({ job }) => {
      await prepare(deps, job)
      unprepared.delete(job)
    })
    const due = (await dueKinds(deps.db, [...byKind.keys()])).map((id) => ({ id }))
    await eachAlone(deps, due, { what: 'kind of job' }, ({ id }) => startDue(byKind.get(id)!))
  }

  async function startDue(job: Job): Promise<void> {
    const { kind } = job
    const ofKind = running.get(kind)!
    const most = isRecurring(job) ? 1 : (job.atOnce ?? atOnce)
    while (ofKind.size < most && !signal.aborted) {
      const taken = await takeJob(deps.db, { kind, holder, leaseSeconds })
      if (!taken) return
      const run = runTaken(deps, { job, taken, leaseSeconds, signal }).then(() => {
        ofKind.delete(run)
        polling.wake()
      })
      ofKind.add(run)
    }
  }

  const polling = startPolling(turn, { name: 'jobs', everyMs: pollMs, log: deps.log })
  deps.events.on('jobQueued', polling.wake)
  return {
    async stop() {
      stopping.abort()
      deps.events.off('jobQueued', polling.wake)
      const ended = polling.stop().then(() => Promise.all([...running.values()].flatMap((set) => [...set])))
      const grace = new AbortController()
      await Promise.race([ended, sleep(graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
    },
  }
}

/** Creates the job's one row, due at once, unless it exists. */
async function prepare(deps: Deps, job: RecurringJob): Promise<void> {
  await queueJob(deps.db, { kind: job.kind, payload: {}, once: job.kind })
  try {
    if (await job.isOverdue?.(deps)) await runNow(deps.db, job.kind)
  } catch (err) {
    if (isDatabaseAway(err)) throw err
    deps.log.error({ err, kind: job.kind }, 'overdue check failed')
  }
}
