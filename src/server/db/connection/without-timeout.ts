import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema.ts'

/** Lifts PostgreSQL's time limit of statements, for work that may take longer than a request. */
export async function withoutTimeout<Result>(
  db: Db,
  work: (connection: Db) => Promise<Result>,
): Promise<Result> {
  if (engineOf(db) === 'sqlite') return work(db)
  return db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`reset statement_timeout`.execute(connection)
    }
  })
}
