import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** The shop's own name, look and words: published versions, and the one draft that admins share. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'shop_versions')
    .addColumn('number', id)
    .addColumn('document', text, (column) => column.notNull())
    .addColumn('changed', text, (column) => column.notNull())
    .addColumn('restored', integer)
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createTable(db, 'shop_drafts')
    .addColumn('id', integer, (column) => column.primaryKey().notNull())
    .addColumn('document', text, (column) => column.notNull())
    .addColumn('revision', integer, (column) => column.notNull())
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('updated', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'shop_versions', { shop_versions_user: ['user_id'] })
  await createIndexes(db, 'shop_drafts', { shop_drafts_user: ['user_id'] })
}
