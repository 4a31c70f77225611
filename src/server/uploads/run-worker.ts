import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { sweep } from '#server/ingest/sweep.ts'
import { tellOfTools } from '#server/ingest/tell-of-tools.ts'
import { dueKinds } from '#server/jobs/job-rows.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import { ingestJob } from './ingest/ingest-job.ts'
import { INGEST } from './queue-ingest.ts'

/** Milliseconds between looks for work. */
const LOOK_MS = 1_000
/** How long an idle worker waits for more, if it is to end then. */
const IDLE_MS = 20_000
/** Between removals of what killed runs and removed clips have left, while there is nothing to do. */
const SWEEP_MS = 60 * 60_000
/** A release goes through within this time; what does not is repeated when its lease ends. */
const GRACE_MS = 10_000

interface WorkerOptions {
  /** Uploads at once. */
  jobs: number
  /** Whether it ends when there has been nothing to do for a while. */
  untilIdle: boolean
  signal: AbortSignal
  /** How long the uploads of a killed worker wait for another. */
  leaseSeconds?: number
}

/** Renders uploads, beside any number of other workers on this database, until the signal. @throws ToolMissing */
export async function runWorker(
  deps: Deps,
  { jobs, untilIdle, signal, leaseSeconds = 60 }: WorkerOptions,
): Promise<void> {
  await tellOfTools(deps)
  let lastSweep = Number.NEGATIVE_INFINITY
  let lastBusy = performance.now()
  let running = 0
  const counted = {
    ...ingestJob,
    run: async (...args: Parameters<typeof ingestJob.run>) => {
      running++
      try {
        await ingestJob.run(...args)
      } finally {
        running--
        lastBusy = performance.now()
      }
    },
  }
  const queue = runJobs(deps, [counted], { atOnce: jobs, pollMs: LOOK_MS, graceMs: GRACE_MS, leaseSeconds })
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {})
    if (running > 0) continue
    if (performance.now() - lastSweep > SWEEP_MS) {
      lastSweep = performance.now()
      await sweep(deps, deps.uploads).catch((err) => deps.log.warn({ err }, 'not swept'))
    }
    if (!untilIdle) continue
    if (performance.now() - lastBusy > IDLE_MS && (await dueKinds(deps.db, [INGEST])).length === 0) break
  }
  await queue.stop()
}
