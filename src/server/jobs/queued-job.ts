import type { Deps } from '#server/deps.ts'

/** Work that is done once, for each time that it was queued; what it was queued with is handed to it. */
export interface QueuedJob {
  /** Names its rows in the `jobs` table, such as `mail`; never changed once released. */
  kind: string
  /**
   * One piece of work. Whatever it throws is kept in `last_error`, and it is tried again, later each time, until it is
   * three days old; `Hopeless` ends it at once. A process that is killed half-way leaves it to another, so it may be
   * done twice: it must bear that.
   */
  run(deps: Deps, payload: unknown, context: QueuedContext): Promise<void>
}

export interface QueuedContext {
  /** Of this piece of work, the same each time it is tried; never given out again. */
  id: number
  /** Aborted when the server stops, or another process has taken it over: end soon, by throwing or otherwise. */
  signal: AbortSignal
}

/** Thrown by a run that would fail in the same way however often it were tried. */
export class Hopeless extends Error {
  override name = 'Hopeless'
}
