import type { Transaction } from 'kysely'
import { databaseTime } from './db/database-clock.ts'
import type { Database } from './db/schema.ts'
import type { Deps } from './deps.ts'

/** A transaction must commit within this time of its call of invalidate(), or other processes may miss it. */
const WINDOW_SECONDS = 30
const KEPT_SECONDS = 60 * 60
const PRUNE_INTERVAL_MS = 10 * 60 * 1000

interface Watch {
  /** Resolves once no poll is under way; nothing is handed over afterwards. */
  stop(): Promise<void>
}

/** Tells the page caches of all processes to forget pages with these tags, if and when the transaction commits. */
export async function invalidate(transaction: Transaction<Database>, tags: readonly string[]): Promise<void> {
  if (tags.length === 0) return
  const created = databaseTime(transaction)
  await transaction
    .insertInto('invalidations')
    .values(tags.map((tag) => ({ tag, created })))
    .execute()
}

/**
 * Hands every committed invalidation of any process to `onTags`, each once, within about `intervalMs`.
 * What was written shortly before the start is handed over too: the cache may have been filled meanwhile.
 * While the database is away it keeps trying.
 */
export function watchInvalidations(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  onTags: (tags: string[]) => void,
  { intervalMs = 1_000 } = {},
): Watch {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let lastPruned = 0
  let failing = false
  let lastPolled = Date.now()
  /** Rows are remembered by id for as long as they are in the window: a lower id may be committed after a higher one. */
  let seen = new Set<number>()

  async function poll(): Promise<void> {
    const polled = Date.now()
    // From where the window of the last poll began, however long the database was away since.
    const since = WINDOW_SECONDS + Math.max(0, polled - lastPolled) / 1000
    const rows = await db
      .selectFrom('invalidations')
      .select(['id', 'tag'])
      .where('created', '>', databaseTime(db, since))
      .execute()
    const fresh = rows.filter((row) => !seen.has(row.id))
    seen = new Set(rows.map((row) => row.id))
    lastPolled = polled
    if (fresh.length > 0 && !stopped) onTags([...new Set(fresh.map((row) => row.tag))])
  }

  async function prune(): Promise<void> {
    if (Date.now() - lastPruned < PRUNE_INTERVAL_MS) return
    lastPruned = Date.now()
    await db.deleteFrom('invalidations').where('created', '<', databaseTime(db, KEPT_SECONDS)).execute()
  }

  async function turn(): Promise<void> {
    try {
      await poll()
      await prune()
      if (failing) log.info('cache invalidation goes on')
      failing = false
    } catch (err) {
      // Said once, not once a second for as long as the database is away.
      if (!failing) log.error({ err }, 'cache invalidation stands still')
      failing = true
    }
    if (!stopped) schedule(intervalMs)
  }

  let running = Promise.resolve()
  function schedule(delayMs: number): void {
    timer = setTimeout(() => {
      running = turn()
    }, delayMs)
    timer.unref()
  }

  schedule(0)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
