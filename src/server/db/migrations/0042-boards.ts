import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** People's private collections of clips. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'boards')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('link', text, (column) => column.unique())
    .addColumn('shows_notes', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created', text, (column) => column.notNull())
    .execute()
  await createTable(db, 'board_sources')
    .addColumn('board_id', integer, (column) => column.notNull().references('boards.id').onDelete('cascade'))
    .addColumn('source_id', integer, (column) =>
      column.notNull().references('library.id').onDelete('cascade'),
    )
    .addColumn('position', integer, (column) => column.notNull())
    .addColumn('note', text, (column) => column.notNull().defaultTo(''))
    .addPrimaryKeyConstraint('board_sources_once', ['board_id', 'source_id'])
    .execute()
  await createIndexes(db, 'boards', { boards_of_user: ['user_id'] })
  await createIndexes(db, 'board_sources', {
    board_sources_in_order: ['board_id', 'position'],
    board_sources_by_source: ['source_id'],
  })
}
