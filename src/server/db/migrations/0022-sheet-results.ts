import { type AnyDatabase, columnsOf } from '../create-table.ts'

/** What became of a sheet that was sent with films, as JSON. */
export async function up(db: AnyDatabase): Promise<void> {
  await db.schema.alterTable('uploads').addColumn('sheet', columnsOf(db).text).execute()
}
