import { sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { type AnyDatabase, columnsOf, createTable } from './tables.ts'

/**
 * The row id (rank on PostgreSQL) is the clip's popularity rank, so that reading the index in order and
 * stopping early gives the most popular matches. The tokens are made by the application, the same for both
 * engines, so that neither folds or stems them again.
 */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') await createFullTextTable(db)
  else await createTokenTable(db)
}

async function createFullTextTable(db: AnyDatabase): Promise<void> {
  const { integer } = columnsOf(db)
  await sql`
    create virtual table source_search using fts5(
      title, keywords, description, facets,
      content = '', contentless_delete = 1, prefix = '2 3',
      tokenize = "unicode61 remove_diacritics 0 tokenchars '_:'"
    )`.execute(db)
  await createTable(db, 'source_ranks')
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('sources.id').onDelete('cascade'),
    )
    .execute()
}

async function createTokenTable(db: AnyDatabase): Promise<void> {
  const { integer } = columnsOf(db)
  await createTable(db, 'source_search')
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('sources.id').onDelete('cascade'),
    )
    .addColumn('tokens', sql`tsvector`, (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('source_search_tokens')
    .on('source_search')
    .using('gin')
    .column('tokens')
    .execute()
}
