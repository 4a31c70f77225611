import { type SelectQueryBuilder, sql } from 'kysely'

/** How many rows a query finds. PostgreSQL answers with text. */
export async function countRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const counted = query.clearSelect().select(sql<number | string>`count(*)`.as('rows'))
  const { rows } = (await counted.executeTakeFirstOrThrow()) as { rows: number | string }
  return Number(rows)
}
