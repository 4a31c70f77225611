import { databaseTime } from './db/database-clock.ts'
import type { Trx } from './db/schema.ts'
import type { Deps } from './deps.ts'
import { type Polling, startPolling } from './poll.ts'

/** A transaction must commit within this time after invalidate(), or other processes may miss it. */
const WINDOW_SECONDS = 30
const KEPT_SECONDS = 60 * 60
const PRUNE_INTERVAL_MS = 10 * 60 * 1000

/** The tag of every page: the shop has another look. */
export const EVERYTHING = 'everything'

/** Makes the page caches of all processes drop pages with these tags, once the transaction commits. */
export async function invalidate(transaction: Trx, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const created = databaseTime(transaction)
  await transaction
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created })))
    .execute()
}

/**
 * Passes each committed invalidation of any process to `onTags` once, also those written just before the start; again
 * if it rejects.
 */
export function watchInvalidations(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  onTags: (tags: string[]) => unknown,
  { intervalMs = 1_000 } = {},
): Pick<Polling, 'stop'> {
  let stopped = false
  let lastPruned = Number.NEGATIVE_INFINITY
  let lastPolled = performance.now()
  /** Ids in the window that were passed on: a lower id may be committed after a higher one. */
  let seen = new Set<number>()

  async function poll(): Promise<void> {
    const polled = performance.now()
    // The window of the last poll plus the time since, however long the database was away.
    const since = WINDOW_SECONDS + (polled - lastPolled) / 1000
    const rows = await db
      .selectFrom('invalidations')
      .select(['id', 'tag'])
      .where('created', '>', databaseTime(db, since))
      .execute()
    const fresh = rows.filter((row) => !seen.has(row.id))
    if (fresh.length > 0 && !stopped) await onTags([...new Set(fresh.map((row) => row.tag))])
    seen = new Set(rows.map((row) => row.id))
    lastPolled = polled
  }

  async function prune(): Promise<void> {
    if (performance.now() - lastPruned < PRUNE_INTERVAL_MS) return
    lastPruned = performance.now()
    await db.deleteFrom('invalidations').where('created', '<', databaseTime(db, KEPT_SECONDS)).execute()
  }

  const polling = startPolling(() => poll().then(prune), {
    name: 'cache invalidation',
    everyMs: intervalMs,
    log,
  })
  return {
    stop() {
      stopped = true
      return polling.stop()
    },
  }
}
