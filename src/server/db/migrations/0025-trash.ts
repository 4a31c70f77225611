import { sql } from 'kysely'
import { type AnyDatabase, columnsOf } from '../create-table.ts'
import { partialIndex } from '../partial-index.ts'

/** A clip in the trash is hidden, remembers the state it came from, and is removed for good later. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  for (const column of ['trashed_at', 'trashed_from'])
    await db.schema.alterTable('library').addColumn(column, text).execute()
  await partialIndex(db, 'library', 'library_trash', ['trashed_at', 'id'], sql`trashed_at is not null`)
}
