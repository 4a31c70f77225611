import { createSearchTables as createFormer, indexTokens } from './0009-search-tokens.ts'
import { type AnyDatabase, columnsOf, createTable, dropSearchIndex } from './tables.ts'

/**
 * What clips are narrowed by, apart from their texts: a hundred clips to a page instead of thirteen, so that filters and
 * counts read a thirtieth of the bytes. The index is derived, and built anew by the server's first rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await dropSearchIndex(db)
  await createSearchTables(db, '')
  await indexTokens(db, '')
}

/**
 * The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in.
 * Every index belongs to a constraint, since SQLite cannot rename any other with its table.
 */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  const { text, integer } = columnsOf(db)
  await createFormer(db, suffix)
  await db.schema.dropTable(`source_ranks${suffix}`).execute()

  // A clip's rank is its place by popularity, lowest first: the index is read in this order and stops early.
  await createTable(db, `source_ranks${suffix}`)
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('sources.id').onDelete('cascade'),
    )
    .addColumn('category', text, (column) => column.notNull())
    .addColumn('orientation', integer, (column) => column.notNull())
    .addColumn('license_type', integer, (column) => column.notNull())
    .addColumn('seconds', integer, (column) => column.notNull())
    .execute()

  await createTable(db, `source_texts${suffix}`)
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('title_text', text, (column) => column.notNull())
    .addColumn('keyword_text', text, (column) => column.notNull())
    .execute()
}
