import { sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { BANDS, indexBands, lastOf, within } from './0014-search-bands.ts'
import { createSearchTables as createFormer } from './0015-search-likeness.ts'
import { type AnyDatabase, dropSearchIndex } from './tables.ts'

/**
 * Characters written in base 36, and what a clip says twice indexed once; on PostgreSQL matches that are read and counted
 * no further than is asked. The index is derived, and built anew by the server's first rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await dropSearchIndex(db)
  await createSearchTables(db, '')
  if (engineOf(db) === 'sqlite') return
  await indexBands(db, '')
  // Former steps made them, in databases that ran them before this one was there.
  await sql`drop function if exists search_matches`.execute(db)
  await sql`drop function if exists search_phrase_matches`.execute(db)
  await createMatchesFunction(db)
}

/** The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in. */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  await createFormer(db, suffix)
  if (engineOf(db) === 'sqlite') return
  // PostgreSQL moves tokens out of a row only where the row is longer than 2 kB. Few are; so all get a text that makes
  // them longer and takes 30 bytes itself. A match is then read from one of 14,000 pages and not of 126,000.
  await sql`
    alter table ${sql.id(`source_search${suffix}`)}
    add column padding text not null default repeat(' ', 2048)`.execute(db)
}

/** Candidates whose words are read at a time: few are read in vain where enough are found before the last. */
const CHUNK = 512

/**
 * The most popular matches between two ranks, most popular first: band after band is asked until there are enough. A
 * statement for each, so that the planner sees which index it may read; one plan of it serves every query, since the
 * planner cannot know how rare one is. The settings keep it from reading every clip instead.
 *
 * A GIN index knows no places: asked for words side by side, PostgreSQL would read the words of every clip of a band that
 * has them all, and look at filters after that. So a query that asks for places comes with one that does not
 * (`having_words`): the index gives its matches, filters are looked at first, and words are read of as many as it takes.
 * After `most_read` of them, where that is given, the search ends, and a last row without a rank says so.
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
      ${sql.join(Array.from({ length: BANDS }, matchesOfBand), sql` `)}
    end
    $$`.execute(db)
}

/** Of a clip `s`, by the function's parameters; one that is null narrows nothing. */
const PASSES_FILTERS = sql`(of_orientation is null or s.orientation = of_orientation)
  and (of_category is null or s.category = of_category)
  and (of_license is null or s.license_type = of_license)
  and (seconds_from is null or s.seconds >= seconds_from)
  and (seconds_to is null or s.seconds <= seconds_to)`

function matchesOfBand(_: unknown, band: number) {
  const columns = sql`s.rank, s.category, s.orientation, s.license_type, s.seconds`
  const asked = sql`${within(band)} and s.rank > after_rank and s.rank <= up_to and ${PASSES_FILTERS}`
  const before = band < BANDS - 1 ? sql`after_rank < ${lastOf(band)}` : sql`true`
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
