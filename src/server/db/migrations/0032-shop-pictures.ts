import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** Pictures of the shop's own look, named by their content; the files are in the storage. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'shop_pictures')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()
}
