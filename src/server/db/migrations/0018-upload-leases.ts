import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** One writer per upload, and the pieces of it that a bucket has. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  for (const column of ['lease_asked', 'lease', 'restarts'])
    await db.schema
      .alterTable('uploads')
      .addColumn(column, integer, (added) => added.notNull().defaultTo(0))
      .execute()
  await createTable(db, 'upload_pieces')
    .addColumn('upload_id', text, (column) => column.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('start', integer, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('lease', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_pieces_key', ['upload_id', 'start'])
    .execute()
  // Whole uploads that wait in a bucket are one piece; unfinished ones start again.
  await sql`
    insert into upload_pieces (upload_id, start, bytes, lease)
    select id, 0, bytes, 0 from uploads where held = 'upload' and state <> 'sending'`.execute(db)
}
