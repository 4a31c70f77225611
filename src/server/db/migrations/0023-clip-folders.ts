import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes } from '../create-table.ts'

/** The folder that a clip's file came in with tells two files of one name apart. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  await db.schema
    .alterTable('library')
    .addColumn('folder', text, (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`
    update library set folder = (select max(folder) from uploads where source_id = library.id and replaces is null)
    where id in (select source_id from uploads where replaces is null)`.execute(db)
  await createIndexes(db, 'library', { library_added_by_folder: ['folder', 'added desc', 'id desc'] })
}
