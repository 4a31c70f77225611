import { isDatabaseAway } from '#server/db/database-error.ts'
import type { Deps } from '#server/deps.ts'

/** A row that failed, by its id, and why. */
export interface FailedRow {
  id: string | number
  error: unknown
}

interface Options {
  /** What a row is, such as `clip`, for the log and the job's error. */
  what: string
  signal?: AbortSignal | undefined
}

/** Rows in succession that fail because the database is away; then the rest would fail, too. */
const MOST_AWAY = 3
const MOST_NAMED = 5

/**
 * Acts on rows one by one, so that one bad row does not stop the others. Returns the rows that failed, which are logged:
 * store them, or pass them to throwFailed(). @throws what a row throws once the signal is aborted or the database is away
 */
export async function eachAlone<Row extends { id: string | number }>(
  { log }: Pick<Deps, 'log'>,
  rows: Iterable<Row> | AsyncIterable<Row>,
  { what, signal }: Options,
  act: (row: Row) => Promise<unknown>,
): Promise<FailedRow[]> {
  const failed: FailedRow[] = []
  let away = 0
  for await (const row of rows) {
    signal?.throwIfAborted()
    try {
      await act(row)
      away = 0
    } catch (error) {
      if (signal?.aborted) throw error
      away = isDatabaseAway(error) ? away + 1 : 0
      if (away === MOST_AWAY) throw error
      log.error({ err: error, what, id: row.id }, 'one row failed, the others go on')
      failed.push({ id: row.id, error })
    }
  }
  return failed
}

/** Ends a job whose rows have all had their turn. @throws Error that names the first rows, if any failed */
export function throwFailed(what: string, failed: readonly FailedRow[]): void {
  if (failed.length === 0) return
  const named = failed.slice(0, MOST_NAMED).map(({ id, error }) => `${what} ${id}: ${error}`)
  // Not an AggregateError: eachAlone() has logged each row, and the log of the job would repeat them all.
  throw new Error(`${failed.length} failed; ${named.join('; ')}`)
}

/** Acts on rows together, which is faster; if that fails, on each alone. Otherwise like eachAlone(). */
export async function togetherOrAlone<Row extends { id: string | number }>(
  deps: Pick<Deps, 'log'>,
  rows: readonly Row[],
  options: Options,
  act: (rows: readonly Row[]) => Promise<unknown>,
): Promise<FailedRow[]> {
  try {
    await act(rows)
    return []
  } catch (error) {
    if (options.signal?.aborted) throw error
    return eachAlone(deps, rows, options, (row) => act([row]))
  }
}

/** Runs a job's steps in order, by name, so that one that fails does not stop the others. @throws as throwFailed() */
export async function eachStep(
  deps: Pick<Deps, 'log'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
  signal?: AbortSignal,
): Promise<void> {
  const rows = Object.entries(steps).map(([id, run]) => ({ id, run }))
  throwFailed('step', await eachAlone(deps, rows, { what: 'step', signal }, ({ run }) => run()))
}
