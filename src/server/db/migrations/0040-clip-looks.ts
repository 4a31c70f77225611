import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** What clips look like. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'clip_looks')
    .addColumn('source_id', integer, (column) =>
      column.primaryKey().notNull().references('library.id').onDelete('cascade'),
    )
    .addColumn('poster_base', text, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addColumn('colours', text, (column) => column.notNull())
    .addColumn('shades', integer, (column) => column.notNull())
    .addColumn('layout', text, (column) => column.notNull())
    .execute()
}
