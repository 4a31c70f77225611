import { availableParallelism } from 'node:os'
import { AppError } from '#contract/errors.ts'

/** One of the four threads that Node reads files with stays free of hashing. */
const AT_ONCE = Math.min(3, availableParallelism())
/** About a second's work on two cores; whoever comes later is better told at once. */
const MOST_WAITING = 40
const RETRY_AFTER_SECONDS = 2

/** Lets a few of many tasks run at once, keeps some waiting, and refuses the rest. */
export class Queue {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  /** @throws AppError('busy') where too many wait already */
  async run<Result>(task: () => Promise<Result>): Promise<Result> {
    await this.#turn()
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // The next one takes over this one's place, so that nobody slips in between.
      if (next) next()
      else this.#running--
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.#atOnce) {
      this.#running++
      return
    }
    if (this.#waiting.length >= this.#mostWaiting)
      throw new AppError('busy', '', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting.push(resolve)
    await promise
  }
}

/** Hashing a password takes 19 MiB and tens of milliseconds of a core: all of the process's goes through here. */
export const passwordQueue = new Queue({ atOnce: AT_ONCE, mostWaiting: MOST_WAITING })
