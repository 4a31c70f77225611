import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway } from '#server/db/database-error.ts'
import type { Deps } from '#server/deps.ts'
import { dueKinds, ensureJob, hasten, takeJob } from './job-rows.ts'
import type { RecurringJob } from './recurring-job.ts'
import { runTaken } from './run-taken.ts'

export interface RunningJobs {
  /**
   * Takes no more jobs, tells those that run to end, and waits for them for some seconds. One that does not end by then
   * is left; its lease runs out, and another process repeats it.
   */
  stop(): Promise<void>
}

interface Options {
  /** How often it is asked what is due. */
  pollMs?: number
  /** A process that was killed holds its job for so long at most. */
  leaseSeconds?: number
  /** How long `stop()` waits. */
  graceMs?: number
}

/**
 * Runs the jobs of a registry when they are due, at most one run of a kind at a time among all processes on the same
 * database. Failures are logged and kept in the `jobs` table; while the database is away it keeps asking.
 */
export function runJobs(
  deps: Deps,
  registry: readonly RecurringJob[],
  { pollMs = 5_000, leaseSeconds = 60, graceMs = 5_000 }: Options = {},
): RunningJobs {
  const holder = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()
  let unprepared = [...registry]
  let failing = false

  async function poll(): Promise<void> {
    while (unprepared.length > 0) {
      await prepare(deps, unprepared[0]!)
      unprepared = unprepared.slice(1)
    }
    if (registry.length === 0) return
    const due = new Set(await dueKinds(deps.db))
    for (const job of registry) if (due.has(job.kind) && !running.has(job.kind)) await take(job)
  }

  async function take(job: RecurringJob): Promise<void> {
    if (stopping.signal.aborted) return
    const taken = await takeJob(deps.db, { kind: job.kind, holder, leaseSeconds })
    if (!taken) return
    const run = runTaken(deps, { job, taken, leaseSeconds, signal: stopping.signal })
    running.set(
      job.kind,
      run.finally(() => running.delete(job.kind)),
    )
  }

  async function turn(): Promise<void> {
    try {
      await poll()
      if (failing) deps.log.info('jobs go on')
      failing = false
    } catch (err) {
      // Said once, not at every turn for as long as the database is away.
      if (!failing) deps.log.error({ err }, 'jobs stand still')
      failing = true
    }
  }

  const turns = (async () => {
    while (!stopping.signal.aborted) {
      await turn()
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  })()

  return {
    async stop() {
      stopping.abort()
      const ended = turns.then(() => Promise.allSettled(running.values()))
      const grace = new AbortController()
      await Promise.race([ended, sleep(graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
    },
  }
}

async function prepare(deps: Deps, job: RecurringJob): Promise<void> {
  await ensureJob(deps.db, job.kind)
  if (!job.isOverdue) return
  try {
    if (await job.isOverdue(deps)) await hasten(deps.db, job.kind)
  } catch (err) {
    if (isDatabaseAway(err)) throw err
    deps.log.error({ err, kind: job.kind }, 'it could not be told whether a job is overdue')
  }
}
