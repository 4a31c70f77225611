import { sql } from 'kysely'
import type { AnyDatabase } from './create-table.ts'

/** Kysely binds values in a condition, and no engine accepts bound values in an index. */
export async function partialIndex(
  db: AnyDatabase,
  table: string,
  name: string,
  columns: string[],
  where: ReturnType<typeof sql>,
): Promise<void> {
  const of = sql.join(columns.map((column) => sql.ref(column)))
  await sql`create index ${sql.id(name)} on ${sql.table(table)} (${of}) where ${where}`.execute(db)
}
