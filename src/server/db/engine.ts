import { type Kysely, PostgresAdapter } from 'kysely'

export type Engine = 'sqlite' | 'postgres'

/** The engine of a handle or transaction, for the few statements that differ. */
// biome-ignore lint/suspicious/noExplicitAny: a handle of any schema will do
export function engineOf(db: Kysely<any>): Engine {
  return db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'
}
