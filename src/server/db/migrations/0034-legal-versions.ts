import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** Versions of the shop's own legal texts, each with the day from which it holds. */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createTable(db, 'legal_versions')
    .addColumn('document', text, (column) => column.notNull())
    .addColumn('effective', text, (column) => column.notNull())
    .addColumn('texts', text, (column) => column.notNull())
    .addColumn('notice_days', integer, (column) => column.notNull())
    .addColumn('told_up_to', integer)
    .addColumn('created', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('legal_versions_once', ['document', 'effective'])
    .execute()
}
