import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer, real } = columnsOf(db)
  await createTable(db, 'uploads')
    .addColumn('id', text, (column) => column.primaryKey().notNull())
    .addColumn('batch', text)
    .addColumn('closed', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('file_name', text, (column) => column.notNull())
    .addColumn('folder', text, (column) => column.notNull().defaultTo(''))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('received', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('sha256', text, (column) => column.notNull().defaultTo(''))
    .addColumn('held', text, (column) => column.notNull().defaultTo('upload'))
    .addColumn('state', text, (column) => column.notNull().defaultTo('sending'))
    .addColumn('stage', text, (column) => column.notNull().defaultTo(''))
    .addColumn('ratio', real, (column) => column.notNull().defaultTo(0))
    .addColumn('poster', text, (column) => column.notNull().defaultTo(''))
    .addColumn('reason', text)
    .addColumn('reason_text', text, (column) => column.notNull().defaultTo(''))
    .addColumn('target', text, (column) => column.notNull().defaultTo('draft'))
    .addColumn('source_id', integer, (column) => column.references('library.id').onDelete('set null'))
    .addColumn('replaces', integer, (column) => column.references('library.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('updated', text, (column) => column.notNull())
    .addColumn('finished', text)
    .execute()
  await createIndexes(db, 'uploads', {
    uploads_newest: ['created desc', 'id desc'],
    uploads_by_state: ['state', 'created desc', 'id desc'],
    uploads_of_batch: ['batch'],
    uploads_changed: ['updated'],
    uploads_of_user: ['user_id', 'id'],
    uploads_of_source: ['source_id'],
    uploads_replacing: ['replaces'],
  })
  // Uploads with bytes that count against the limit.
  await db.schema
    .createIndex('uploads_held')
    .on('uploads')
    .column('held')
    .where(sql.ref('held'), '=', sql.lit('upload'))
    .execute()
}
