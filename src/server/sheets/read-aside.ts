import { AppError } from '#contract/errors.ts'
import { MOST_SHEET_ROWS } from '#contract/studio/clips/sheets.ts'
import { type Bounds, OutOfBounds, runApart } from '#server/build/run-apart.ts'
import { readSheet, type Sheet } from '#server/ingest/sheets/read-sheet.ts'
import { boundedQueue } from '#server/limits/bounded-queue.ts'

/** Larger sheets are read in a process: one of 5 MB takes a third of a second, which visitors must not wait for. */
const APART_FROM_BYTES = 200_000
/** The worst sheet of 5 MB, 500 empty columns in each row, takes 128 MB and three seconds. */
const BOUNDS = { megabytes: 384, seconds: 20 }
const queued = boundedQueue({ atOnce: 1, mostWaiting: 4, retryAfterSeconds: 5 })

/** Reads a sheet without holding others up. @throws AppError('busy'), or 'fileTooLarge' if reading takes too much */
export async function readAside(bytes: Buffer, bounds: Bounds = BOUNDS): Promise<Sheet> {
  if (bytes.length < APART_FROM_BYTES) return readImport(bytes)
  try {
    return await queued(() => runApart('sheets/read-import-worker', { bytes }, { niceness: 0, bounds }))
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error
    throw new AppError('fileTooLarge', 'reading the sheet takes too much; split it', { cause: error })
  }
}

export const readImport = (bytes: Buffer) => readSheet(bytes, { use: 'import', most: MOST_SHEET_ROWS })
