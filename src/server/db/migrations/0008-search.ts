import { sql } from 'kysely'
import { type AnyDatabase, columnsOf, createIndexes, createTable } from '../create-table.ts'
import { engineOf } from '../engine.ts'
import { createSearchTables, indexBand, lastOf, SEARCH_BANDS, within } from '../search-tables.ts'

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
  await createSearchTables(db, '', 'sources')
  if (engineOf(db) === 'sqlite') return
  for (const band of SEARCH_BANDS) await indexBand(db, { band })
  await createMatchesFunction(db)
}

/** Candidates to read words of at once. Small, so that few are read in vain once enough are found. */
const CHUNK = 512

/**
 * Returns the most popular matches between two ranks, most popular first: band after band until there are enough. Each
 * band has its own statement, so the planner sees which index applies. One generic plan serves every query, since the
 * planner cannot know how rare a query is; the settings keep it from reading every clip instead. GIN has no positions:
 * for a phrase PostgreSQL would read the words of every clip in the band that has them all, and apply filters only
 * then. So a phrase query comes with a query without positions (`having_words`): the index gives its matches, filters
 * apply first, and only as many words are read as needed. After `most_read` clips, if given, the search ends with a row
 * without a rank.
 */
async function createMatchesFunction(db: AnyDatabase): Promise<void> {
  await sql`
    create function search_matches(
      wanted tsquery, having_words tsquery, most bigint, most_read bigint, after_rank bigint, up_to bigint,
      of_orientation integer, of_category text, of_license integer, seconds_from integer, seconds_to integer
    ) returns table (rank bigint, category text, orientation smallint, license_type smallint, seconds smallint)
    language plpgsql stable rows 100
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
    as $$
    #variable_conflict use_column
    declare
      candidates tid[];
      place integer;
      found_so_far bigint := 0;
      found_here bigint;
      words_read bigint := 0;
    begin
      ${sql.join(SEARCH_BANDS.map(matchesOfBand), sql` `)}
    end
    $$`.execute(db)
}

/** On a clip `s`; a null parameter does not filter. */
const PASSES_FILTERS = sql`(of_orientation is null or s.orientation = of_orientation)
  and (of_category is null or s.category = of_category)
  and (of_license is null or s.license_type = of_license)
  and (seconds_from is null or s.seconds >= seconds_from)
  and (seconds_to is null or s.seconds <= seconds_to)`

function matchesOfBand(band: number) {
  const columns = sql`s.rank, s.category, s.orientation, s.license_type, s.seconds`
  const asked = sql`${within(band)} and s.rank > after_rank and s.rank <= up_to and ${PASSES_FILTERS}`
  const before = band < SEARCH_BANDS.length - 1 ? sql`after_rank < ${lastOf(band)}` : sql`true`
  const behind = band > 0 ? sql`up_to > ${lastOf(band - 1)}` : sql`true`
  const count = sql`
    get diagnostics found_here = row_count;
    found_so_far := found_so_far + found_here;
    if found_so_far >= most then return; end if;`
  return sql`
    if ${before} and ${behind} and having_words is null then
      return query
        select ${columns} from source_search s where ${asked} and s.tokens @@ wanted
        order by s.rank limit most - found_so_far;
      ${count}
    elsif ${before} and ${behind} then
      candidates := array(select s.ctid from source_search s where ${asked} and s.tokens @@ having_words order by s.rank);
      place := 1;
      while place <= cardinality(candidates) loop
        if words_read >= most_read then
          rank := null;
          return next;
          return;
        end if;
        return query
          select ${columns} from source_search s
          where s.ctid = any(candidates[place:place + ${sql.lit(CHUNK - 1)}]) and s.tokens @@ wanted
          order by s.rank limit most - found_so_far;
        ${count}
        place := place + ${sql.lit(CHUNK)};
        words_read := words_read + ${sql.lit(CHUNK)};
      end loop;
    end if;`
}
