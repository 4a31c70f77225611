import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createTable } from './tables.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)

  for (const [name, type] of [
    ['amount', integer],
    ['currency', text],
    ['undo', text],
    ['undone_at', text],
  ] as const)
    await db.schema.alterTable('subscriptions').addColumn(name, type).execute()
  await db.schema
    .alterTable('subscriptions')
    .addColumn('sync_ticket', integer, (column) => column.notNull().defaultTo(0))
    .execute()

  await createTable(db, 'subscription_turns')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('ticket', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('locked_by', text)
    .addColumn('locked_until', text)
    .execute()

  await db.schema
    .createIndex('checkout_sessions_one_attempt')
    .unique()
    .on('checkout_sessions')
    .columns(['user_id', 'plan'])
    .where(sql.ref('status'), 'in', ['creating', 'open'])
    .execute()
}
