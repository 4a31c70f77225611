import type { Kysely } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/**
 * The engine of a handle or transaction, for the few statements that differ. Our SQLite adapter names it; its class would
 * not do, since each bundle may have its own copy.
 */
// biome-ignore lint/suspicious/noExplicitAny: a handle of any schema will do
export function engineOf(db: Kysely<any>): Engine {
  return 'engine' in db.getExecutor().adapter ? 'sqlite' : 'postgres'
}
