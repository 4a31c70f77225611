import { type RawBuilder, sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'
import { engineOf } from '../engine.ts'

/** Each list of the studio's library is read from an index, in order. */
const ORDERS = {
  library_titles: ['title', 'id'],
  library_popular: ['popularity desc', 'id desc'],
  library_added_in_category: ['category', 'added desc', 'id desc'],
  library_added_by_creator: ['user_name', 'added desc', 'id desc'],
}

/** The same for one state. No index begins with the state: SQLite would use it for visitors' reads by id. */
const ORDERS_OF_STATE = {
  updated: ['updated desc', 'id desc'],
  titles: ['title', 'id'],
  popular: ['popularity desc', 'id desc'],
}

export async function up(db: AnyDatabase): Promise<void> {
  await createIndexes(db, 'library', ORDERS)
  for (const state of ['draft', 'published', 'hidden'])
    for (const [name, columns] of Object.entries(ORDERS_OF_STATE)) {
      // Visitors' lists have this index already.
      if (state === 'published' && name === 'popular') continue
      await db.schema
        .createIndex(`library_${state}_${name}`)
        .on('library')
        .columns(columns)
        .where(sql.ref('state'), '=', sql.lit(state))
        .execute()
    }
  await db.schema.dropIndex('library_of_category').execute()
  // Clips with something missing. A title that is the same in both languages counts for one only.
  const latin = engineOf(db) === 'sqlite' ? sql`title not glob '*[^ -~]*'` : sql`title !~ '[^ -~]'`
  const other = engineOf(db) === 'sqlite' ? sql`title glob '*[^ -~]*'` : sql`title ~ '[^ -~]'`
  await indexMissing(db, 'title_ja', sql`(title_ja = '' or (title_ja = title and ${latin}))`)
  await indexMissing(db, 'title_en', sql`(title = '' or (title_ja = title and ${other}))`)
  await indexMissing(db, 'description', sql`(description = '' and description_ja = '')`)
  await indexMissing(db, 'keywords', sql`(keywords = '[]' and keywords_ja = '[]')`)
  await indexMissing(db, 'ai', sql`ai is null`)
  await createBulkTables(db)
}

async function indexMissing(db: AnyDatabase, what: string, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    create index ${sql.id(`library_missing_${what}`)} on library (added desc, id desc) where ${condition}`.execute(
    db,
  )
}

async function createBulkTables(db: AnyDatabase): Promise<void> {
  const { id, text, integer } = columnsOf(db)
  await createTable(db, 'bulk_operations')
    .addColumn('id', id)
    .addColumn('user_id', integer, (column) => column.references('users.id').onDelete('set null'))
    .addColumn('change', text, (column) => column.notNull())
    .addColumn('ids', text, (column) => column.notNull())
    .addColumn('total', integer, (column) => column.notNull())
    .addColumn('position', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('changed', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('unchanged', integer, (column) => column.notNull().defaultTo(0))
    .addColumn('refused', text, (column) => column.notNull().defaultTo('{}'))
    .addColumn('undoes', integer, (column) => column.references('bulk_operations.id').onDelete('set null'))
    .addColumn('undone_by', integer, (column) => column.references('bulk_operations.id').onDelete('set null'))
    .addColumn('created', text, (column) => column.notNull())
    .addColumn('finished', text)
    .execute()
  await createIndexes(db, 'bulk_operations', {
    bulk_operations_of_user: ['user_id', 'id'],
    bulk_operations_undoing: ['undoes'],
    bulk_operations_undone: ['undone_by'],
  })
  await db.schema
    .createIndex('bulk_operations_to_run')
    .on('bulk_operations')
    .column('id')
    .where(sql.ref('finished'), 'is', null)
    .execute()
  // Does not reference the clip, so that a deleted clip can be told from an unchanged one.
  await createTable(db, 'bulk_changes')
    .addColumn('operation_id', integer, (column) =>
      column.notNull().references('bulk_operations.id').onDelete('cascade'),
    )
    .addColumn('source_id', integer, (column) => column.notNull())
    .addColumn('before', text, (column) => column.notNull())
    .addColumn('version', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('bulk_changes_once', ['operation_id', 'source_id'])
    .execute()
}
