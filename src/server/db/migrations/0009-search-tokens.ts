import { sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { type AnyDatabase, columnsOf, createTable } from './tables.ts'

/**
 * Search by tokens that the application makes, the same for both engines. The index is derived from the catalogue:
 * what an earlier version indexed is dropped, and built again by the next rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  const { text } = columnsOf(db)
  await db.schema.dropTable('source_search').execute()
  if (engineOf(db) === 'sqlite') await db.schema.dropTable('source_ranks').execute()
  await createSearchTables(db, '')
  await indexTokens(db, '')
  if (engineOf(db) === 'postgres') await createRanksFunction(db)
  await createTable(db, 'search_state')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', text, (column) => column.notNull())
    .execute()
  await createTable(db, 'search_changes')
    .addColumn('source_id', columnsOf(db).integer, (column) => column.primaryKey().notNull())
    .execute()
}

/**
 * The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in.
 * Every index belongs to a constraint, since SQLite cannot rename any other with its table.
 */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  const { text, integer } = columnsOf(db)

  // A clip's rank is its place by popularity, lowest first: the index is read in this order and stops early.
  await createTable(db, `source_ranks${suffix}`)
    .addColumn('rank', integer, (column) => column.primaryKey().notNull())
    .addColumn('source_id', integer, (column) =>
      column.notNull().unique().references('sources.id').onDelete('cascade'),
    )
    .addColumn('title_text', text, (column) => column.notNull())
    .addColumn('keyword_text', text, (column) => column.notNull())
    .addColumn('category', text, (column) => column.notNull())
    .addColumn('orientation', text, (column) => column.notNull())
    .addColumn('license_type', text, (column) => column.notNull())
    .addColumn('seconds', integer, (column) => column.notNull())
    .execute()

  if (engineOf(db) === 'sqlite') await createFullTextTable(db, suffix)
  else await createTokenTable(db, suffix)

  await createTable(db, `search_words${suffix}`)
    .addColumn('word', text, (column) => column.primaryKey().notNull())
    .addColumn('stem', text, (column) => column.notNull())
    .addColumn('reversed', text, (column) => column.notNull().unique())
    .addColumn('clips', integer, (column) => column.notNull())
    .execute()

  await createTable(db, `search_keywords${suffix}`)
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('keyword', text, (column) => column.notNull())
    .addColumn('locale', text, (column) => column.notNull())
    .addColumn('clips', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint(`search_keywords${suffix}_once`, ['key', 'keyword', 'locale'])
    .execute()
}

async function createFullTextTable(db: AnyDatabase, suffix: string): Promise<void> {
  await sql`
    create virtual table ${sql.id(`source_search${suffix}`)} using fts5(
      tokens, content = '', contentless_delete = 1, tokenize = 'ascii'
    )`.execute(db)
}

async function createTokenTable(db: AnyDatabase, suffix: string): Promise<void> {
  await createTable(db, `source_search${suffix}`)
    .addColumn('rank', columnsOf(db).integer, (column) => column.primaryKey().notNull())
    .addColumn('tokens', sql`tsvector`, (column) => column.notNull())
    .execute()
  // Matches are found in the index; kept apart, the tokens leave the ranks on a thirtieth of the pages.
  await sql`alter table ${sql.id(`source_search${suffix}`)} set (toast_tuple_target = 128)`.execute(db)
  await sql`alter table ${sql.id(`source_search${suffix}`)} alter column tokens set storage external`.execute(
    db,
  )
}

/** Apart from the table, because an index over full tables is built faster than one that grows. */
export async function indexTokens(db: AnyDatabase, suffix: string): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  await sql`
    create index ${sql.id(`source_search${suffix}_tokens`)} on ${sql.id(`source_search${suffix}`)}
    using gin (tokens) with (fastupdate = off)`.execute(db)
}

/**
 * The most popular matches, most popular first. A GIN index knows no order, so the bands of popularity (tokens fr0,
 * fr1, …) are asked one after the other until there are enough. The settings keep the planner, which cannot know how
 * rare a query is, from reading every clip, and from asking several bands at once.
 */
async function createRanksFunction(db: AnyDatabase): Promise<void> {
  await sql`
    create function search_ranks(query text, wanted bigint, bands integer) returns setof bigint
    language plpgsql stable
    set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
    as $$
    declare
      found_so_far bigint := 0;
      found_here bigint;
      behind text := '';
    begin
      for band in 0 .. bands - 1 loop
        -- So few in the first 16,384 clips or more: all that are left are asked for at once.
        exit when band >= 2 and found_so_far < 30;
        return query
          select s.rank from source_search s
          where s.tokens @@ cast('fr' || band || '&' || query as tsquery)
          order by s.rank limit wanted - found_so_far;
        get diagnostics found_here = row_count;
        found_so_far := found_so_far + found_here;
        behind := behind || '&!fr' || band;
        if found_so_far >= wanted then return; end if;
      end loop;
      if found_so_far < 30 then
        return query
          select s.rank from source_search s
          where s.tokens @@ cast(query || behind as tsquery)
          order by s.rank limit wanted - found_so_far;
      end if;
    end
    $$`.execute(db)
}
