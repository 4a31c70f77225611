import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes } from '../create-table.ts'

/** The library by downloads and by publication. */
export async function up(db: AnyDatabase): Promise<void> {
  const { integer } = columnsOf(db)
  await db.schema
    .alterTable('library')
    .addColumn('downloads', integer, (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    update library set downloads = (select count(*) from downloads where source_id = library.id)
    where id in (select source_id from downloads)`.execute(db)
  await createIndexes(db, 'library', {
    library_downloaded: ['downloads desc', 'id desc'],
    library_created: ['created desc', 'id desc'],
  })
}
