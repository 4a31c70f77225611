import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { dueWork, takeWork } from './queue-rows.ts'
import type { QueuedJob } from './queued-job.ts'
import type { RunningJobs } from './run-jobs.ts'
import { runQueued } from './run-queued.ts'

interface Options {
  /** How often it is asked what is due. */
  pollMs?: number
  /** A process that was killed holds its work for so long at most. */
  leaseSeconds?: number
  /** How long `stop()` waits. */
  graceMs?: number
  /** Pieces of work under way in this process. */
  atOnce?: number
}

/**
 * Does queued work as it comes, each piece by one process at a time among all on the same database. Failures are logged
 * and tried again later each time; while the database is away it keeps asking.
 */
export function runQueue(
  deps: Deps,
  registry: readonly QueuedJob[],
  { pollMs = 2_000, leaseSeconds = 60, graceMs = 5_000, atOnce = 4 }: Options = {},
): RunningJobs {
  const holder = `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
  const jobs = new Map(registry.map((job) => [job.kind, job]))
  const kinds = [...jobs.keys()]
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Promise<void>>()
  let failing = false

  async function poll(): Promise<void> {
    for (const id of await dueWork(deps.db, { kinds, most: atOnce - running.size })) {
      if (signal.aborted) return
      const taken = await takeWork(deps.db, { id, holder, leaseSeconds })
      if (!taken) continue
      const job = jobs.get(taken.kind)!
      const run = runQueued(deps, { job, taken, leaseSeconds, signal }).then(() => void running.delete(run))
      running.add(run)
    }
  }

  async function turn(): Promise<void> {
    try {
      await poll()
      if (failing) deps.log.info('queued work goes on')
      failing = false
    } catch (err) {
      // Said once, not at every turn for as long as the database is away.
      if (!failing) deps.log.error({ err }, 'queued work stands still')
      failing = true
    }
  }

  /** Until the next turn; where as much is under way as may be, until some of it ends. */
  async function pause(): Promise<void> {
    if (running.size >= atOnce) await Promise.race(running)
    else await sleep(pollMs, undefined, { signal, ref: false }).catch(() => {})
  }

  const turns = (async () => {
    while (kinds.length > 0 && !signal.aborted) {
      await turn()
      await pause()
    }
  })()

  return {
    async stop() {
      stopping.abort()
      const ended = turns.then(() => Promise.allSettled(running))
      const grace = new AbortController()
      await Promise.race([ended, sleep(graceMs, undefined, { signal: grace.signal }).catch(() => {})])
      grace.abort()
    },
  }
}
