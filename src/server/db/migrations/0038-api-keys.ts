import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** Keys for programs. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'api_keys')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('key_hash', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('scopes', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('expires_at', text)
    .addColumn('last_used', text)
    .addColumn('ended_at', text)
    .execute()
  await createIndexes(db, 'api_keys', { api_keys_of_user: ['user_id'] })
  // The key that ordered them, for the log.
  for (const table of ['bulk_operations', 'uploads'])
    await db.schema.alterTable(table).addColumn('api_key', integer).execute()
}
