import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createTable } from '../create-table.ts'

/** Every column that visitors see, in the view `sources`. */
const SHOWN = [
  ...['id', 'title', 'title_ja', 'description', 'description_ja', 'file_name', 'tags', 'keywords'],
  ...['keywords_ja', 'source', 'user_name', 'license', 'license_type', 'width', 'height', 'source_url'],
  ...['source_url_image', 'source_url_source', 'date_created', 'category', 'popularity', 'content_hash'],
  ...['created', 'ai'],
]

/** Visitors' lists are read from an index, in order; drafts and hidden clips are in none of them. */
const LISTS = {
  sources_popular: ['popularity desc', 'id desc'],
  sources_newest: ['created desc', 'id desc'],
  sources_popular_in_category: ['category', 'popularity desc', 'id desc'],
  sources_newest_in_category: ['category', 'created desc', 'id desc'],
}

/**
 * The table `sources` becomes `library`, with drafts and hidden clips. `sources` becomes a view of the published rows,
 * so that code for visitors cannot show anything else.
 */
export async function up(db: AnyDatabase): Promise<void> {
  const { text, integer } = columnsOf(db)
  await db.schema.alterTable('sources').renameTo('library').execute()
  await db.schema
    .alterTable('library')
    .addColumn('state', text, (column) =>
      column.notNull().defaultTo('published').check(sql`state in ('draft', 'published', 'hidden')`),
    )
    .execute()
  await db.schema.alterTable('library').addColumn('publish_at', text).execute()
  await db.schema.alterTable('library').addColumn('ai', integer).execute()
  await db.schema
    .alterTable('library')
    .addColumn('version', integer, (column) => column.notNull().defaultTo(1))
    .execute()
  for (const name of ['added', 'updated']) {
    await db.schema
      .alterTable('library')
      .addColumn(name, text, (column) => column.notNull().defaultTo(''))
      .execute()
  }
  await sql`update library set added = created, updated = created`.execute(db)
  await replaceIndexes(db)
  await sql`create view sources as
    select ${sql.join(SHOWN.map((column) => sql.ref(column)))} from library where state = 'published'`.execute(
    db,
  )

  await db.schema.alterTable('users').addColumn('role', text).execute()
  await createTable(db, 'category_moves')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('moved_to', text, (column) =>
      column.notNull().references('categories.key').onUpdate('cascade').onDelete('cascade'),
    )
    .execute()
  await db.schema.createIndex('category_moves_to').on('category_moves').column('moved_to').execute()
}

async function replaceIndexes(db: AnyDatabase): Promise<void> {
  for (const [name, columns] of Object.entries(LISTS)) {
    await db.schema.dropIndex(name).execute()
    await db.schema
      .createIndex(name)
      .on('library')
      .columns(columns)
      .where(sql.ref('state'), '=', sql.lit('published'))
      .execute()
  }
  // No index may begin with the state: without statistics SQLite takes it for a rare value, and reads every clip by it.
  // So each state has its own indexes; on SQLite a query uses one only if it names the state as a literal (sql.lit).
  for (const state of ['draft', 'published', 'hidden'])
    await db.schema
      .createIndex(`library_${state}`)
      .on('library')
      .columns(['added desc', 'id desc'])
      .where(sql.ref('state'), '=', sql.lit(state))
      .execute()
  for (const [name, columns] of Object.entries({
    library_of_category: ['category'],
    library_added: ['added desc', 'id desc'],
    library_updated: ['updated desc', 'id desc'],
  }))
    await db.schema.createIndex(name).on('library').columns(columns).execute()
  await db.schema
    .createIndex('library_to_publish')
    .on('library')
    .column('publish_at')
    .where(sql.ref('publish_at'), 'is not', null)
    .execute()
}
