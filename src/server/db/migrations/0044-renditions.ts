import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** Files of clips that are made when somebody asks for them, and who waits for them. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer, real } = columnsOf(db)
  const { schema } = db
  await schema
    .alterTable('downloads')
    .addColumn('file_kind', text, (c) => c.notNull().defaultTo('film'))
    .execute()
  await schema.alterTable('medias').addColumn('master', text).execute()
  for (const column of ['crop_x', 'crop_y'])
    await schema
      .alterTable('medias')
      .addColumn(column, real, (c) => c.notNull().defaultTo(0.5))
      .execute()
  await createTable(db, 'renditions')
    .addColumn('id', id)
    .addColumn('source_id', integer, (column) =>
      column.notNull().references('library.id').onDelete('cascade'),
    )
    .addColumn('cloudpath', text, (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('params', text, (column) => column.notNull())
    .addColumn('storage_key', text, (column) => column.notNull().unique())
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('width', integer, (column) => column.notNull())
    .addColumn('height', integer, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .addColumn('used', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'renditions', {
    renditions_by_source: ['source_id'],
    renditions_by_use: ['used'],
  })
  await createTable(db, 'rendition_waits')
    .addColumn('rendition_id', integer, (column) =>
      column.notNull().references('renditions.id').onDelete('cascade'),
    )
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('asked', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('rendition_waits_once', ['rendition_id', 'user_id'])
    .execute()
  await createIndexes(db, 'rendition_waits', { rendition_waits_of_user: ['user_id'] })
}
