import type { Deps } from '#server/deps.ts'

export type Job = RecurringJob | QueuedJob

/** Work that repeats at an interval, in one process at a time. */
export interface RecurringJob {
  /** Identifies its row in the `jobs` table, such as `search.rerank`. Never changes once released. */
  kind: string
  /** Seconds from the end of one run to the start of the next. */
  everySeconds: number
  /** One run; its result is the next one's `state`. Failures are retried with backoff. Must be safe to repeat. */
  run(deps: Deps, context: JobContext): Promise<unknown>
  /** Called when a process starts: true runs the job at once, even if it is not due. */
  isOverdue?(deps: Deps): Promise<boolean>
}

export interface JobContext {
  /** What the last successful run returned; undefined before the first. */
  state: unknown
  /** Aborted when the server stops or another process has taken the job over: end soon, by throwing or otherwise. */
  signal: AbortSignal
}

/** Work done once each time it is queued. */
export interface QueuedJob {
  /** Identifies its rows in the `jobs` table, such as `mail`. Never changes once released. */
  kind: string
  /** Does one job. Failures are retried with backoff for three days. Must be safe to repeat. */
  run(deps: Deps, payload: unknown, context: QueuedContext): Promise<void>
  /** Jobs of this kind that run in one process at the same time; default: as many as of others. */
  atOnce?: number
  /** Retried for as long as it takes, since nothing else would do its work. */
  isNeverTooOld?: true
}

export interface QueuedContext {
  /** The same on each retry; never reused. */
  id: number
  /** Runs begun, including this one; those interrupted by a shutdown do not count. */
  attempts: number
  signal: AbortSignal
}

/** Thrown by a queued job that would fail on every retry. */
export class UnrecoverableError extends Error {
  override name = 'UnrecoverableError'
}

export function isRecurring(job: Job): job is RecurringJob {
  return 'everySeconds' in job
}
