import { type RawBuilder, sql } from 'kysely'
import { type AnyDatabase, columnsOf, createTable } from '#server/db/create-table.ts'
import { engineOf } from '#server/db/engine.ts'
import { INDEXED_FILTERS } from '#server/list-filters.ts'

/** The search index: derived from the catalogue, so a rebuild can always recreate it. */
export const SEARCH_TABLES = [
  'source_ranks',
  'source_texts',
  'source_search',
  'search_words',
  'search_keywords',
  'search_creators',
] as const

/** The first band of popularity: 4,096 clips, whose ranks lie 256 apart (RANK_GAP) in a fresh index. */
const FIRST_BAND = 256 * 4096
/** Each band but the last is as wide as all before it. */
export const SEARCH_BANDS = Array.from({ length: 13 }, (_, band) => band)
const LAST_BAND = SEARCH_BANDS.length - 1

/** Raise it when the tables, their tokens, or how a filter reads a clip change. A new filter needs no other number. */
const TABLES = 3
/** At the first start of a release with another one the tables are made to fit, and the index is rebuilt. */
export const TABLES_VERSION = JSON.stringify([TABLES, INDEXED_FILTERS])

/** A rebuild creates them under a suffix. No plain indexes: SQLite cannot rename those with their table. */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  const { text, integer } = columnsOf(db)

  // A clip's rank is its place by popularity, lowest first: the index is read in this order and stops early.
  let ranks = createTable(db, `source_ranks${suffix}`)
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('library.id').onDelete('cascade'),
    )
  for (const { column, filter } of INDEXED_FILTERS)
    ranks = ranks.addColumn(column, filter.kind === 'category' ? text : integer, (each) => each.notNull())
  await ranks.execute()

  // Apart from the ranks: filters and counts then read a hundred clips to a page instead of thirteen.
  await createTable(db, `source_texts${suffix}`)
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('title_text', text, (column) => column.notNull())
    .addColumn('keyword_text', text, (column) => column.notNull())
    .addColumn('likeness', sql`text`, (column) => column.notNull().defaultTo(''))
    .execute()

  if (engineOf(db) === 'sqlite') await createFullTextTable(db, suffix)
  else await createTokenTable(db, suffix)

  await createTable(db, `search_words${suffix}`)
    .addColumn('word', text, (column) => column.primaryKey().notNull())
    .addColumn('stem', text, (column) => column.notNull())
    .addColumn('reversed', text, (column) => column.notNull().unique())
    .addColumn('reading', text, (column) => column.notNull())
    .addColumn('sound', text, (column) => column.notNull())
    .addColumn('skeleton', text, (column) => column.notNull())
    .addColumn('clips', integer, (column) => column.notNull())
    .addUniqueConstraint(`search_words${suffix}_sound`, ['sound', 'word'])
    .addUniqueConstraint(`search_words${suffix}_skeleton`, ['skeleton', 'word'])
    .execute()

  await createTable(db, `search_keywords${suffix}`)
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('keyword', text, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull())
    .addColumn('sound', text, (column) => column.notNull())
    .addColumn('clips', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint(`search_keywords${suffix}_once`, ['key', 'keyword', 'locale'])
    .addUniqueConstraint(`search_keywords${suffix}_sound`, ['sound', 'key', 'keyword', 'locale'])
    .execute()
  await createTable(db, `search_creators${suffix}`)
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('clips', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint(`search_creators${suffix}_once`, ['key', 'name'])
    .execute()
}

/** The row id is the rank. The application makes the tokens, so FTS5 must not fold or stem them. */
async function createFullTextTable(db: AnyDatabase, suffix: string): Promise<void> {
  await sql`
    create virtual table ${sql.id(`source_search${suffix}`)} using fts5(
      tokens, content = '', contentless_delete = 1, tokenize = 'ascii'
    )`.execute(db)
}

/**
 * PostgreSQL moves tokens out of a row only if the row is longer than 2 kB. Few are, so each row gets padding, which
 * compresses to 30 bytes: a match is then read from one of 14,000 pages instead of 126,000. Filter columns stand
 * beside the tokens because one more word in a GIN query costs as much as the first, and the row is read anyway.
 */
async function createTokenTable(db: AnyDatabase, suffix: string): Promise<void> {
  const name = sql.id(`source_search${suffix}`)
  const filters = INDEXED_FILTERS.map(
    ({ column, filter: { kind } }) =>
      `${column} ${kind === 'category' ? 'text' : kind === 'colour' ? 'bigint' : 'smallint'} not null,`,
  )
  await sql`
    create table ${name} (
      rank bigint not null primary key,
      tokens tsvector not null,
      ${sql.raw(filters.join(' '))}
      padding text not null default repeat(' ', 2048)
    ) with (toast_tuple_target = 128)`.execute(db)
  await sql`alter table ${name} alter column tokens set storage external`.execute(db)
}

/**
 * PostgreSQL's index of one band. GIN has no order; within a band the rarest word, which sets its pace, is short.
 * A rebuild calls it once the table is full, which is faster than growing the indexes row by row.
 */
export async function indexBand(
  db: AnyDatabase,
  { band, suffix = '', concurrently = false }: { band: number; suffix?: string; concurrently?: boolean },
): Promise<void> {
  const name = `source_search${suffix}`
  await sql`
    create index ${sql.raw(concurrently ? 'concurrently' : '')} ${sql.id(`${name}_tokens_${band}`)} on ${sql.id(name)}
    using gin (tokens) with (fastupdate = off) where ${within(band)}`.execute(db)
}

/** Condition on `rank` for the clips of a band. */
export function within(band: number): RawBuilder<unknown> {
  if (band === 0) return sql`rank <= ${lastOf(band)}`
  if (band === LAST_BAND) return sql`rank > ${lastOf(band - 1)}`
  return sql`rank > ${lastOf(band - 1)} and rank <= ${lastOf(band)}`
}

export const lastOf = (band: number) => sql.lit(FIRST_BAND * 2 ** band)
