import { type AnyDatabase, columnsOf } from '../create-table.ts'

/** Trials of plans, the card that a subscription began with, and members who move to a new price. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await db.schema
    .alterTable('plan_prices')
    .addColumn('trial_days', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  for (const column of ['card', 'move_state', 'move_at'])
    await db.schema.alterTable('subscriptions').addColumn(column, text).execute()
  await db.schema.alterTable('subscriptions').addColumn('move_amount', integer).execute()
  await db.schema.createIndex('subscriptions_card').on('subscriptions').column('card').execute()
}
