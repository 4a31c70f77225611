import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** Addresses of the operator's own programs, and the events that they are told. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'hooks')
    .addColumn('id', id)
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('events', text, (column) => column.notNull())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('old_secret', text)
    .addColumn('rotated', text)
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('last_success', text)
    .addColumn('off_since', text)
    .addColumn('rests_until', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await createTable(db, 'hook_deliveries')
    .addColumn('id', id)
    .addColumn('hook_id', integer, (column) => column.notNull().references('hooks.id').onDelete('cascade'))
    .addColumn('event_id', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('queued', text, (column) => column.notNull())
    .addColumn('due', text)
    .addColumn('attempts', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('tried', text)
    .addColumn('status', integer)
    .addColumn('answer', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await createIndexes(db, 'hook_deliveries', {
    hook_deliveries_by_hook: ['hook_id', 'id'],
    hook_deliveries_by_due: ['hook_id', 'due'],
    hook_deliveries_by_time: ['queued'],
  })
}
