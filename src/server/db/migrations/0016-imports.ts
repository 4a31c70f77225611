import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'bulk_wanted')
    .addColumn('operation_id', integer, (column) =>
      column.notNull().references('bulk_operations.id').onDelete('cascade'),
    )
    .addColumn('source_id', integer, (column) => column.notNull())
    .addColumn('wanted', text, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('bulk_wanted_once', ['operation_id', 'source_id'])
    .execute()
}
