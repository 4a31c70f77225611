import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** What the plans cost at Stripe. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'plan_prices')
    .addColumn('plan', text, (column) => column.primaryKey().notNull())
    .addColumn('mode', text, (column) => column.notNull())
    .addColumn('price_id', text, (column) => column.notNull())
    .addColumn('currency', text, (column) => column.notNull())
    .addColumn('amounts', text, (column) => column.notNull())
    .addColumn('ticket', integer, (column) => column.notNull())
    .execute()
}
