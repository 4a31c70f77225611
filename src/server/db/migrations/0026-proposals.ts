import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** Texts that a model proposes for a clip wait here for the editor. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'proposals')
    .addColumn('source_id', integer, (column) =>
      column.primaryKey().notNull().references('library.id').onDelete('cascade'),
    )
    .addColumn('state', text, (column) => column.notNull())
    .addColumn('proposed', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('dismissed', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('reason', text)
    .addColumn('reason_text', text, (column) => column.notNull().defaultTo(''))
    .addColumn('input_tokens', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('output_tokens', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('asked', text, (column) => column.notNull())
    .execute()
  await createIndexes(db, 'proposals', { proposals_by_time: ['asked', 'source_id'] })
}
