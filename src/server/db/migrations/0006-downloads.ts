import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)

  await createTable(db, 'downloads')
    .addColumn('id', id)
    .addColumn('public_id', text, (column) => column.notNull().unique())
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('source_id', integer, (column) => column.references('sources.id').onDelete('set null'))
    .addColumn('clip_id', integer, (column) => column.notNull())
    .addColumn('clip_title', text, (column) => column.notNull())
    .addColumn('clip_title_ja', text, (column) => column.notNull())
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('license', text, (column) => column.notNull())
    .addColumn('license_type', text, (column) => column.notNull())
    .addColumn('terms_version', text, (column) => column.notNull())
    .addColumn('plan', text, (column) => column.notNull())
    .addColumn('licensee_name', text, (column) => column.notNull())
    .addColumn('via', text, (column) => column.notNull())
    .addColumn('via_name', text, (column) => column.notNull())
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'downloads', {
    downloads_newest_of_user: ['user_id', 'created desc', 'id desc'],
    downloads_by_source: ['source_id', 'created'],
  })
}
