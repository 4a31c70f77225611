import { type RawBuilder, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { createSearchTables as createFormer } from './0011-search-facets.ts'
import { type AnyDatabase, dropSearchIndex } from './tables.ts'

const DERIVED = ['source_ranks', 'source_texts', 'source_search', 'search_words', 'search_keywords']

/** Ranks of a fresh index lie 256 apart: see search/ranks.ts. */
const FIRST_BAND = 256 * 4096
export const BANDS = 13

/**
 * Ranks that lie less far apart, which takes fewer bytes for each word of each clip; and on PostgreSQL an index for each
 * band of popularity. The index is derived, and built anew by the server's first rebuild.
 */
export async function up(db: AnyDatabase): Promise<void> {
  await dropSearchIndex(db, DERIVED)
  await createSearchTables(db, '')
  if (engineOf(db) === 'sqlite') return
  await indexBands(db, '')
  await createMatchesFunction(db)
}

/**
 * The tables that a rebuild makes anew beside the present ones, under a suffix, and then swaps in. On PostgreSQL what
 * clips are narrowed by stands beside their tokens: each further word that a GIN index looks for costs as much as the
 * first ones, whereas a match is read from the table anyway.
 */
export async function createSearchTables(db: AnyDatabase, suffix: string): Promise<void> {
  await createFormer(db, suffix)
  if (engineOf(db) === 'postgres')
    await sql`
      alter table ${sql.id(`source_search${suffix}`)}
      add column category text not null, add column orientation smallint not null,
      add column license_type smallint not null, add column seconds smallint not null`.execute(db)
}

/**
 * An index over the tokens of each band of popularity: the 4,096 most popular clips, and bands each as wide as all before
 * it. A GIN index knows no order, and reads what is common to several words at the pace of the rarest of them: of a band
 * alone that is little. Apart from the table, because indexes over full tables are built faster than such as grow.
 */
export async function indexBands(db: AnyDatabase, suffix: string): Promise<void> {
  for (let band = 0; band < BANDS; band++)
    await sql`
      create index ${sql.id(`source_search${suffix}_tokens_${band}`)} on ${sql.id(`source_search${suffix}`)}
      using gin (tokens) with (fastupdate = off) where ${within(band)}`.execute(db)
}

/** Ranks of a band. */
export function within(band: number): RawBuilder<unknown> {
  if (band === 0) return sql`rank <= ${lastOf(band)}`
  if (band === BANDS - 1) return sql`rank > ${lastOf(band - 1)}`
  return sql`rank > ${lastOf(band - 1)} and rank <= ${lastOf(band)}`
}

export const lastOf = (band: number) => sql.lit(FIRST_BAND * 2 ** band)

/** Of a clip `s`, by the functions' parameters; one that is null narrows nothing. */
export const PASSES_FILTERS = sql`(of_orientation is null or s.orientation = of_orientation)
  and (of_category is null or s.category = of_category)
  and (of_license is null or s.license_type = of_license)
  and (seconds_from is null or s.seconds >= seconds_from)
  and (seconds_to is null or s.seconds <= seconds_to)`

/**
 * The most popular matches after a rank, most popular first: band after band is asked until there are enough. A
 * statement for each, so that the planner sees which index it may read; one plan of it serves every query, since the
 * planner cannot know how rare one is. The settings keep it from reading every clip instead.
 */
async function createMatchesFunction(db: AnyDatabase): Promise<void> {
  const steps = Array.from(
    { length: BANDS },
    (_, band) => sql`
      ${band < BANDS - 1 ? sql`if after_rank < ${lastOf(band)} then` : sql``}
        return query
          select s.rank, s.category, s.orientation, s.license_type, s.seconds from source_search s
          where ${within(band)} and s.rank > after_rank and s.tokens @@ wanted
            and ${PASSES_FILTERS}
          order by s.rank limit most - found_so_far;
        get diagnostics found_here = row_count;
        found_so_far := found_so_far + found_here;
        if found_so_far >= most then return; end if;
      ${band < BANDS - 1 ? sql`end if;` : sql``}`,
  )
  await sql`drop function search_ranks(text, bigint, integer)`.execute(db)
  await sql`
    create function search_matches(
      wanted tsquery, most bigint, after_rank bigint, of_orientation integer, of_category text, of_license integer,
      seconds_from integer, seconds_to integer
    ) returns table (rank bigint, category text, orientation smallint, license_type smallint, seconds smallint)
    language plpgsql stable rows 100
    set plan_cache_mode = force_generic_plan
    set enable_seqscan = off set enable_indexscan = off set max_parallel_workers_per_gather = 0
    as $$
    #variable_conflict use_column
    declare
      found_so_far bigint := 0;
      found_here bigint;
    begin
      ${sql.join(steps, sql` `)}
    end
    $$`.execute(db)
}
