import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'

interface Bounds {
  atOnce: number
  mostWaiting: number
  /** Sent with a refusal. */
  retryAfterSeconds: number
}

/** Runs `atOnce` tasks, lets `mostWaiting` wait in order, and rejects the rest with AppError('busy'). */
export function boundedQueue({ atOnce, mostWaiting, retryAfterSeconds }: Bounds) {
  const limit = pLimit(atOnce)
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= mostWaiting)
      throw new AppError('busy', '', { retryAfterSeconds })
    return limit(task)
  }
}
