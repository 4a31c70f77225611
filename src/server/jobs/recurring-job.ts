import type { Deps } from '#server/deps.ts'

/** Work that is done again and again, by one process at a time however many there are. */
export interface RecurringJob {
  /** Names its row in the `jobs` table, such as `search.rerank`; never changed once released. */
  kind: string
  /** Seconds from the end of one run to the start of the next. */
  everySeconds: number
  /**
   * One run. What it returns is kept as JSON and handed to the next run, which may be another process's. Whatever it
   * throws is kept in `last_error`, and it is tried again, later each time. A process that is killed half-way leaves the
   * rest to another, so a run may be repeated: it must bear that.
   */
  run(deps: Deps, context: JobContext): Promise<unknown>
  /** Asked when a process starts: whether a run is wanted now, whatever its time. */
  isOverdue?(deps: Deps): Promise<boolean>
}

export interface JobContext {
  /** What the last successful run returned; undefined before the first. */
  state: unknown
  /** Aborted when the server stops, or another process has taken the job over: end soon, by throwing or otherwise. */
  signal: AbortSignal
}
