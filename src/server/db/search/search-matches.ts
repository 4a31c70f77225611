import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AnyDatabase } from '#server/db/create-table.ts'
import { INDEXED_FILTERS } from '#server/list-filters.ts'
import { lastOf, SEARCH_BANDS, within } from './search-tables.ts'

const FILTER_COLUMNS = INDEXED_FILTERS.map(({ column, filter }) => ({
  column,
  type: filter.kind === 'category' ? 'text' : filter.kind === 'colour' ? 'bigint' : 'smallint',
  compared:
    filter.kind === 'range'
      ? (['>=', '<='] as const)
      : filter.kind === 'colour'
        ? (['&'] as const)
        : (['='] as const),
}))

/** PostgreSQL's name of a filter's parameter. */
export function parameterOf(column: string, is: '=' | '>=' | '<=' | '&'): string {
  return `${column}_${{ '=': 'is', '>=': 'from', '<=': 'to', '&': 'has' }[is]}`
}

/** Another set of columns gets a function of its own, so that processes of the former release keep theirs. */
export const SEARCH_MATCHES = `search_matches_${createHash('sha256').update(JSON.stringify(FILTER_COLUMNS)).digest('hex').slice(0, 8)}`

/** Candidates to read words of at once. Small, so that few are read in vain once enough are found. */
const CHUNK = 512

/**
 * Returns the most popular matches between two ranks, most popular first: band after band until there are enough. Each
 * band has its own statement, so the planner sees which index applies. One generic plan serves every query, since the
 * planner cannot know how rare a query is; the settings keep it from reading every clip instead. GIN has no positions:
 * for a phrase PostgreSQL would read the words of every clip in the band that has them all, and apply filters only
 * then. So a phrase query comes with a query without positions (`having_words`): the index gives its matches, filters
 * apply first, and only as many words are read as needed. After `most_read` clips, if given, the search ends with a row
 * without a rank. Each filter column has its parameters, by name; null does not filter.
 */
export async function createMatchesFunction(db: AnyDatabase): Promise<void> {
  const parameters = FILTER_COLUMNS.flatMap(({ column, type, compared }) =>
    compared.map((is) => `${parameterOf(column, is)} ${type === 'smallint' ? 'integer' : type} default null`),
  )
  const columns = FILTER_COLUMNS.map(({ column, type }) => `${column} ${type}`)
  await sql`
    create or replace function ${sql.id(SEARCH_MATCHES)}(
      wanted tsquery, having_words tsquery, most bigint, most_read bigint, after_rank bigint, up_to bigint,
      ${sql.raw(parameters.join(', '))}
    ) returns table (rank bigint, ${sql.raw(columns.join(', '))})
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

/** On a clip `s`. */
function passesFilters() {
  const conditions = FILTER_COLUMNS.flatMap(({ column, compared }) =>
    compared.map((is) => {
      const parameter = parameterOf(column, is)
      const passes = `s.${column} ${is} ${parameter}`
      return `(${parameter} is null or ${is === '&' ? `(${passes}) <> 0` : passes})`
    }),
  )
  return sql.raw(conditions.join(' and '))
}

function matchesOfBand(band: number) {
  const columns = sql.join(
    ['rank', ...FILTER_COLUMNS.map(({ column }) => column)].map((name) => sql.ref(`s.${name}`)),
  )
  const asked = sql`${within(band)} and s.rank > after_rank and s.rank <= up_to and ${passesFilters()}`
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
