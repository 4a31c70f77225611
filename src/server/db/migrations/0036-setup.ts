import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** The code that opens the setup, what a new shop still lacks, and what we have set up at Stripe. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'setup_codes')
    .addColumn('id', integer, (column) => column.primaryKey().notNull())
    .addColumn('hash', text, (column) => column.notNull())
    .addColumn('tries_left', integer, (column) => column.notNull())
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await createTable(db, 'setup_steps')
    .addColumn('step', text, (column) => column.primaryKey().notNull())
    .execute()
  await createTable(db, 'stripe_setup')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('stripe_id', text, (column) => column.notNull())
    .addColumn('sealed', text, (column) => column.notNull())
    .execute()
}
