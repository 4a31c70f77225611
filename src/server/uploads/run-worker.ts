import { setTimeout as sleep } from 'node:timers/promises'
import { HOUR_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'
import { logTools } from '#server/ingest/log-tools.ts'
import { sweep } from '#server/ingest/sweep.ts'
import { dueKinds } from '#server/jobs/job-rows.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { sweepUploads } from './clean-uploads.ts'
import { ingestJob } from './ingest/ingest-job.ts'
import { INGEST } from './queue-ingest.ts'

/** Milliseconds between checks for work. */
const LOOK_MS = 1_000
/** How long an idle worker waits before it ends, if `untilIdle`. */
const IDLE_MS = 20_000
/** Between sweeps of leftovers, while there is no work. */
const SWEEP_MS = HOUR_MS
/** A release takes less; otherwise the job is repeated when its lease ends. */
const GRACE_MS = 10_000

interface WorkerOptions {
  /** Uploads at once. */
  jobs: number
  /** Whether it ends after a while without work. */
  untilIdle: boolean
  signal: AbortSignal
  /** How long a killed worker's uploads wait for another worker. */
  leaseSeconds?: number
  /** Milliseconds between looks for work, and without work until it is idle. */
  lookMs?: number
  idleMs?: number
}

/** Renders uploads until the signal aborts, beside any number of other workers. @throws ToolMissing */
export async function runWorker(
  deps: Deps,
  { jobs, untilIdle, signal, leaseSeconds = 60, lookMs = LOOK_MS, idleMs = IDLE_MS }: WorkerOptions,
): Promise<void> {
  await logTools(deps)
  let lastSweep = Number.NEGATIVE_INFINITY
  let lastBusy = performance.now()
  let running = 0
  const counted = {
    ...ingestJob,
    run: async (...args: Parameters<typeof ingestJob.run>) => {
      running++
      try {
        await deps.refreshShop()
        await ingestJob.run(...args)
      } finally {
        running--
        lastBusy = performance.now()
      }
    },
  }
  const queue = runJobs(deps, [counted], { atOnce: jobs, pollMs: lookMs, graceMs: GRACE_MS, leaseSeconds })
  while (!signal.aborted) {
    await sleep(lookMs, undefined, { signal }).catch(() => {})
    if (running > 0) continue
    if (performance.now() - lastSweep > SWEEP_MS) {
      lastSweep = performance.now()
      await sweep(deps, deps.uploads).catch((err) => deps.log.warn({ err }, 'not swept'))
      await sweepUploads(deps).catch((err) => deps.log.warn({ err }, 'uploads not swept'))
    }
    if (!untilIdle) continue
    if (performance.now() - lastBusy > idleMs && (await dueKinds(deps.db, [INGEST])).length === 0) break
  }
  await queue.stop()
}
