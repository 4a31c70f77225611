import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** Clips and bulk operations that fail again and again, so that they do not stop others. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  // Belongs to one publication time: a new time begins anew.
  await createTable(db, 'publish_failures')
    .addColumn('source_id', integer, (column) =>
      column.primaryKey().notNull().references('library.id').onDelete('cascade'),
    )
    .addColumn('publish_at', text, (column) => column.notNull())
    .addColumn('tries', integer, (column) => column.notNull())
    .addColumn('retry_at', text)
    .addColumn('error', text, (column) => column.notNull())
    .execute()
  await db.schema
    .alterTable('bulk_operations')
    .addColumn('tries', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('bulk_operations')
    .addColumn('failed', text, (column) => column.notNull().defaultTo('[]'))
    .execute()
}
