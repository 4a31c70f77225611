import { sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { BANDS, lastOf, PASSES_FILTERS, within } from './0014-search-bands.ts'
import type { AnyDatabase } from './tables.ts'

/** Candidates whose words are read at a time: few are read in vain where enough are found before the last. */
const CHUNK = 256

/**
 * The most popular matches of a query that asks for words side by side and narrows them by filters. A GIN index knows no
 * places, so PostgreSQL reads the words of every clip of a band that has them all, and looks at filters after that.
 * Here the index gives the clips that have the words, filters are looked at first, and words are read of as many as it
 * takes.
 */
export async function up(db: AnyDatabase): Promise<void> {
  if (engineOf(db) === 'sqlite') return
  const steps = Array.from(
    { length: BANDS },
    (_, band) => sql`
      ${band < BANDS - 1 ? sql`if after_rank < ${lastOf(band)} then` : sql``}
        candidates := array(
          select s.rank from source_search s
          where ${within(band)} and s.rank > after_rank and s.tokens @@ having_words
            and ${PASSES_FILTERS}
          order by s.rank);
        place := 1;
        while place <= cardinality(candidates) loop
          return query
            select s.rank, s.category, s.orientation, s.license_type, s.seconds from source_search s
            where s.rank = any(candidates[place:place + ${sql.lit(CHUNK - 1)}]) and s.tokens @@ wanted
            order by s.rank limit most - found_so_far;
          get diagnostics found_here = row_count;
          found_so_far := found_so_far + found_here;
          if found_so_far >= most then return; end if;
          place := place + ${sql.lit(CHUNK)};
        end loop;
      ${band < BANDS - 1 ? sql`end if;` : sql``}`,
  )
  await sql`
    create function search_phrase_matches(
      wanted tsquery, having_words tsquery, most bigint, after_rank bigint, of_orientation integer, of_category text,
      of_license integer, seconds_from integer, seconds_to integer
    ) returns table (rank bigint, category text, orientation smallint, license_type smallint, seconds smallint)
    language plpgsql stable rows 100
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
    as $$
    #variable_conflict use_column
    declare
      candidates bigint[];
      place integer;
      found_so_far bigint := 0;
      found_here bigint;
    begin
      ${sql.join(steps, sql` `)}
    end
    $$`.execute(db)
}
