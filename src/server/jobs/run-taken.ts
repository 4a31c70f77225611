import { DAY_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'
import { publishSignal } from '#server/trace/signals.ts'
import { Trace, traced } from '#server/trace/trace.ts'
import { errorText } from './error-text.ts'
import { isRecurring, type Job, UnrecoverableError } from './job.ts'
import {
  failJob,
  finishJob,
  giveUpJob,
  releaseJob,
  renewLease,
  rescheduleJob,
  type TakenJob,
} from './job-rows.ts'
import { RetryLater } from './retry-later.ts'

const FIRST_RETRY_SECONDS = 15
const LONGEST_RETRY_SECONDS = 60 * 60
/** Short, so that queued jobs go on soon after an outage. */
const LONGEST_QUEUED_RETRY_SECONDS = 15 * 60
const GIVE_UP_AFTER_MS = 3 * DAY_MS
const RENEWALS_PER_LEASE = 3
const MAX_ERROR_LENGTH = 1_000

interface Run {
  job: Job
  taken: TakenJob
  leaseSeconds: number
  /** Aborted when the server stops. */
  signal: AbortSignal
}

/** Runs a taken job once and renews its lease meanwhile. Never rejects. */
export async function runTaken(deps: Deps, { job, taken, leaseSeconds, signal }: Run): Promise<void> {
  const lost = new AbortController()
  const renewal = keepLease(deps, { taken, leaseSeconds, lost })
  const context = { signal: AbortSignal.any([signal, lost.signal]) }
  const trace = new Trace()
  const began = performance.now()
  const outcome = await traced(trace, () => attempt(deps, { job, taken, ...context }))
  const interrupted = context.signal.aborted
  clearInterval(renewal)
  publishSignal('job', () => ({
    kind: job.kind,
    outcome: 'result' in outcome ? 'done' : interrupted ? 'interrupted' : 'failed',
    seconds: (performance.now() - began) / 1000,
  }))
  await settle(deps, { job, taken, outcome, interrupted, trace }).catch((err) =>
    deps.log.error({ err, kind: job.kind, job: taken.id }, 'job outcome not stored; it will run again'),
  )
}

type Outcome = { result: unknown } | { error: unknown }

async function attempt(deps: Deps, { job, taken, signal }: Omit<Run, 'leaseSeconds'>): Promise<Outcome> {
  try {
    const result = isRecurring(job)
      ? await job.run(deps, { state: JSON.parse(taken.state) ?? undefined, signal })
      : await job.run(deps, JSON.parse(taken.payload), { id: taken.id, attempts: taken.attempts, signal })
    return { result }
  } catch (error) {
    return { error }
  }
}

/** Renews the lease until the timer is cleared; aborts `lost` when it is lost. */
function keepLease(
  { db, log }: Deps,
  { taken, leaseSeconds, lost }: { taken: TakenJob; leaseSeconds: number; lost: AbortController },
): NodeJS.Timeout {
  let heldUntil = performance.now() + leaseSeconds * 1000
  // Twice, since a lease outlasts the longest wait for the database's lock.
  const renewed = () => renewLease(db, taken, leaseSeconds).catch(() => renewLease(db, taken, leaseSeconds))
  const renew = async () => {
    try {
      if (!(await renewed())) lost.abort(new Error('another process has the job'))
      else heldUntil = performance.now() + leaseSeconds * 1000
    } catch (err) {
      log.warn({ err, kind: taken.kind, job: taken.id }, 'lease not renewed')
      if (performance.now() > heldUntil) lost.abort(new Error('the lease has expired'))
    }
  }
  const timer = setInterval(renew, (leaseSeconds * 1000) / RENEWALS_PER_LEASE)
  timer.unref()
  return timer
}

interface Ended {
  job: Job
  taken: TakenJob
  /** Logged, so that a failed job's calls can be found at other services. */
  trace: Trace
}

async function settle(
  deps: Deps,
  { outcome, interrupted, ...run }: Ended & { outcome: Outcome; interrupted: boolean },
): Promise<void> {
  const { job, taken } = run
  const { db } = deps
  if ('error' in outcome) {
    if (interrupted) await releaseJob(db, taken)
    else await settleFailure(deps, { ...run, error: outcome.error })
  } else if (isRecurring(job)) {
    await rescheduleJob(db, taken, { state: outcome.result, everySeconds: job.everySeconds })
  } else {
    await finishJob(db, taken)
  }
}

async function settleFailure(
  { db, log, now }: Deps,
  { job, taken, trace, error: err }: Ended & { error: unknown },
): Promise<void> {
  const { id, kind, attempts, created } = taken
  const error = errorText(err, MAX_ERROR_LENGTH)
  const recurring = isRecurring(job)
  const tooOld = now().getTime() - Date.parse(created) > GIVE_UP_AFTER_MS
  if (!recurring && ((tooOld && !job.isNeverTooOld) || err instanceof UnrecoverableError)) {
    log.error({ err, kind, attempts, job: id, trace: trace.id }, 'job given up')
    return giveUpJob(db, taken, error)
  }
  const usual = retrySeconds(attempts, recurring ? job.everySeconds : LONGEST_QUEUED_RETRY_SECONDS)
  const wait = err instanceof RetryLater ? Math.max(usual, err.seconds) : usual
  log[recurring ? 'error' : 'warn'](
    { err, kind, attempts, job: id, trace: trace.id, retrySeconds: wait },
    'job failed',
  )
  await failJob(db, taken, { error, retrySeconds: wait })
}

/** Doubles with each attempt, up to `longest` or an hour. */
export function retrySeconds(attempts: number, longest: number): number {
  const wait = FIRST_RETRY_SECONDS * 2 ** (attempts - 1)
  return Math.min(wait, longest, LONGEST_RETRY_SECONDS)
}
