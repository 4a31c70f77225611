import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** What search keeps beside its index, which `search-tables.ts` makes. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer, real } = columnsOf(db)
  await createTable(db, 'search_state')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .execute()
  await createTable(db, 'search_changes')
    .addColumn('source_id', integer, (column) => column.primaryKey().notNull())
    .execute()
  await createTable(db, 'search_choices')
    .addColumn('query_key', text, (column) => column.notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().references('sources.id').onDelete('cascade'),
    )
    .addColumn('weight', real, (column) => column.notNull())
    .addColumn('people', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('search_choices_once', ['query_key', 'source_id'])
    .execute()
  await createIndexes(db, 'search_choices', { search_choices_of_source: ['source_id'] })
  await createTable(db, 'source_words')
    .addColumn('source_id', integer, (column) =>
      column.primaryKey().notNull().references('sources.id').onDelete('cascade'),
    )
    .addColumn('words', sql`text`, (column) => column.notNull())
    .execute()
}
