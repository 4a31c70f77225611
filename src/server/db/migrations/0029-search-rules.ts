import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

/** What the operator teaches search, beside the thesaurus that comes with it. */
export async function up(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'search_rules')
    .addColumn('id', id)
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('word', text, (column) => column.notNull())
    .addColumn('target', text, (column) => column.notNull())
    .addColumn('clips', text, (column) => column.notNull())
    .addColumn('until', text)
    .addColumn('created_by', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .addUniqueConstraint('search_rules_once', ['word', 'kind', 'target'])
    .execute()
  await createIndexes(db, 'search_rules', { search_rules_of_user: ['created_by'] })
}
