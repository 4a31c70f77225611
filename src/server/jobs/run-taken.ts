import type { Deps } from '#server/deps.ts'
import { withoutSecrets } from '#server/logger.ts'
import { failRun, finishRun, giveBack, type HeldJob, renewLease, type TakenJob } from './job-rows.ts'
import type { RecurringJob } from './recurring-job.ts'

const FIRST_RETRY_SECONDS = 15
const LONGEST_RETRY_SECONDS = 60 * 60
/** A lease is renewed so many times before it would end. */
const RENEWALS = 3

interface Taken {
  job: RecurringJob
  taken: TakenJob
  leaseSeconds: number
  signal: AbortSignal
}

/** One run of a job that this process has taken, its lease renewed meanwhile. Never rejects. */
export async function runTaken(deps: Deps, { job, taken, leaseSeconds, signal }: Taken): Promise<void> {
  const lost = new AbortController()
  const renewal = keepLease(deps, { taken, leaseSeconds, lost })
  const context = {
    state: JSON.parse(taken.state) ?? undefined,
    signal: AbortSignal.any([signal, lost.signal]),
  }
  const end = await job.run(deps, context).then(
    (state) => ({ state }),
    (error: unknown) => ({ error }),
  )
  clearInterval(renewal)
  await settle(deps, { job, taken, end, interrupted: context.signal.aborted }).catch((err) =>
    deps.log.error({ err, kind: job.kind }, 'the end of a job could not be noted; it will be repeated'),
  )
}

/** Renews a lease until the timer is cleared; `lost` is aborted where it could not be kept. */
export function keepLease(
  { db, log }: Deps,
  { taken, leaseSeconds, lost }: { taken: HeldJob; leaseSeconds: number; lost: AbortController },
): NodeJS.Timeout {
  let heldUntil = performance.now() + leaseSeconds * 1000
  const renew = async () => {
    try {
      if (!(await renewLease(db, taken, leaseSeconds))) lost.abort(new Error('another process has the job'))
      else heldUntil = performance.now() + leaseSeconds * 1000
    } catch (err) {
      log.warn({ err }, 'a job’s lease could not be renewed')
      if (performance.now() > heldUntil) lost.abort(new Error('the lease has run out'))
    }
  }
  const timer = setInterval(renew, (leaseSeconds * 1000) / RENEWALS)
  timer.unref()
  return timer
}

type End = { state: unknown } | { error: unknown }

async function settle(
  { db, log }: Deps,
  { job, taken, end, interrupted }: { job: RecurringJob; taken: TakenJob; end: End; interrupted: boolean },
): Promise<void> {
  if ('state' in end) return finishRun(db, taken, { state: end.state, everySeconds: job.everySeconds })
  if (interrupted) return giveBack(db, taken)
  log.error({ err: end.error, kind: job.kind, attempts: taken.attempts }, 'a job failed')
  await failRun(db, taken, {
    error: withoutSecrets(String(end.error)),
    againSeconds: retrySeconds(taken.attempts, job.everySeconds),
  })
}

/** Twice as long each time, but no longer than an hour or the job's own interval. */
export function retrySeconds(attempts: number, everySeconds: number): number {
  const wait = FIRST_RETRY_SECONDS * 2 ** Math.min(attempts - 1, 20)
  return Math.min(wait, everySeconds, LONGEST_RETRY_SECONDS)
}
