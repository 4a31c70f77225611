import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)

  await createTable(db, 'stripe_customers')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('user_id', integer, (column) => column.unique().references('users.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .execute()

  await createTable(db, 'checkout_sessions')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('plan', text, (column) => column.notNull())
    .addColumn('idempotency_key', text, (column) => column.notNull().unique())
    .addColumn('stripe_id', text, (column) => column.unique())
    .addColumn('url', text)
    .addColumn('referral', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires_at', text)
    .execute()
  await createIndexes(db, 'checkout_sessions', { checkout_sessions_of_user: ['user_id', 'plan', 'status'] })
  await db.schema
    .createIndex('checkout_sessions_one_attempt')
    .unique()
    .on('checkout_sessions')
    .columns(['user_id', 'plan'])
    .where(sql.ref('status'), 'in', ['creating', 'open'])
    .execute()

  await createTable(db, 'subscriptions')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('customer_id', text, (column) =>
      column.notNull().references('stripe_customers.id').onDelete('cascade'),
    )
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('plan', text, (column) => column.notNull())
    .addColumn('current_period_end', text, (column) => column.notNull())
    .addColumn('cancel_at_period_end', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('cancel_at', text)
    .addColumn('past_due_since', text)
    .addColumn('ended_at', text)
    .addColumn('renewal_notice_for', text)
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('synced_at', text, (column) => column.notNull())
    .addColumn('amount', integer)
    .addColumn('currency', text)
    .addColumn('end_reason', text)
    .addColumn('end_handled_at', text)
    .addColumn('sync_ticket', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await createIndexes(db, 'subscriptions', {
    subscriptions_of_user: ['user_id'],
    subscriptions_of_customer: ['customer_id'],
  })

  await createTable(db, 'subscription_tickets')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('ticket', integer, (column) => column.notNull())
    .execute()

  await createTable(db, 'stripe_events')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('object_id', text, (column) => column.notNull())
    .addColumn('payload', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('received_at', text, (column) => column.notNull())
    .addColumn('handled_at', text)
    .execute()
  await db.schema
    .createIndex('stripe_events_to_handle')
    .on('stripe_events')
    .column('object_id')
    .where(sql.ref('handled_at'), 'is', null)
    .execute()
}
