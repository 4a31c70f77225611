import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'

interface Bounds {
  atOnce: number
  mostWaiting: number
  /** Told to whoever is refused. */
  retryAfterSeconds: number
}

/** A runner of tasks: some run at once, some wait in order, and the rest reject with AppError('busy'). */
export function boundedQueue({ atOnce, mostWaiting, retryAfterSeconds }: Bounds) {
  const limit = pLimit(atOnce)
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (limit.activeCount >= atOnce && limit.pendingCount >= mostWaiting)
      throw new AppError('busy', '', { retryAfterSeconds })
    return limit(task)
  }
}
