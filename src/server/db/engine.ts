import type { Kysely } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/**
 * The engine of a handle or transaction, for the few statements that differ. Our SQLite adapter names it; `instanceof`
 * would not work, since each bundle may have its own copy of the class.
 */
// biome-ignore lint/suspicious/noExplicitAny: a handle of any schema will do
export function engineOf(db: Kysely<any>): Engine {
  return 'engine' in db.getExecutor().adapter ? 'sqlite' : 'postgres'
}
