import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'

export async function up(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  await createSet(db, 'promotions')
    .addColumn('expires_at', text, (column) => column.notNull())
    .execute()
  await createSet(db, 'collections').execute()
  await createMembers(db, { set: 'promotions', table: 'promotion_sources', column: 'promotion_id' })
  await createMembers(db, { set: 'collections', table: 'collection_sources', column: 'collection_id' })
  for (const set of ['promotions', 'collections'])
    await createIndexes(db, set, { [`${set}_by_maker`]: ['created_by'] })
}

function createSet(db: AnyDatabase, name: string) {
  const { id, text, integer } = columnsOf(db)
  return createTable(db, name)
    .addColumn('id', id)
    .addColumn('slug', text, (column) => column.notNull().unique())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull().defaultTo(''))
    .addColumn('created_by', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('og_image_url', text, (column) => column.notNull().defaultTo(''))
    .addColumn('views', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('downloads', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('created', text, (column) => column.notNull())
}

async function createMembers(
  db: AnyDatabase,
  { set, table, column }: { set: string; table: string; column: string },
): Promise<void> {
  const { integer } = columnsOf(db)
  await createTable(db, table)
    .addColumn(column, integer, (build) => build.notNull().references(`${set}.id`).onDelete('cascade'))
    .addColumn('source_id', integer, (build) => build.notNull().references('sources.id').onDelete('cascade'))
    .addColumn('position', integer, (build) => build.notNull())
    .addPrimaryKeyConstraint(`${table}_once`, [column, 'source_id'])
    .execute()
  await createIndexes(db, table, {
    [`${table}_in_order`]: [column, 'position'],
    [`${table}_by_source`]: ['source_id'],
  })
}
