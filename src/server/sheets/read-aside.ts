import { AppError } from '#contract/errors.ts'
import { answerOfThread, OutOfBounds, type ThreadBounds } from '#server/limits/answer-of-thread.ts'
import { boundedQueue } from '#server/limits/bounded-queue.ts'
import { type ImportSheet, readImport } from './read-import.ts'

/** Larger sheets are read on a thread: one of 5 MB takes a third of a second, which visitors must not wait for. */
const THREAD_FROM_BYTES = 200_000
/** The worst sheet of 5 MB, 500 empty columns in each row, takes 128 MB and three seconds. */
const BOUNDS = { megabytes: 384, seconds: 20 }
const queued = boundedQueue({ atOnce: 1, mostWaiting: 4, retryAfterSeconds: 5 })

/** Reads a sheet without holding others up. @throws AppError('busy'), or 'fileTooLarge' if reading takes too much */
export async function readAside(
  bytes: Buffer,
  name: string,
  bounds: ThreadBounds = BOUNDS,
): Promise<ImportSheet> {
  if (bytes.length < THREAD_FROM_BYTES) return readImport(bytes, name)
  try {
    return await queued(() => answerOfThread('sheets/read-import-worker', { bytes, name }, bounds))
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    throw new AppError('fileTooLarge', 'reading the sheet takes too much; split it', { cause: error })
  }
}
