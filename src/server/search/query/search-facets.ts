import { type RawBuilder, sql } from 'kysely'
import type { Facets, FacetValue } from '#contract/clips/search.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import type { Filter } from '#domain/search/filter-kinds.ts'
import { choosing, valuesOf } from '#domain/search/filter-query.ts'
import type { SearchFilters } from '#domain/search/filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { columnConditions, type FilterColumns, INDEXED_FILTERS, menuValuesOf } from '#server/list-filters.ts'
import type { QueryTerms } from '#server/search/read/term.ts'
import { COUNTED } from './ranked-matches.ts'
import { type Count, countRanks, popularEnd, type SomeRanks, sampledFacets } from './read-ranks.ts'
import { type Match, matchOfAny } from './search-plan.ts'

/** Matches with the same filter values. */
interface Tally {
  columns: FilterColumns
  clips: number
  /** Rank of the least popular of them. */
  last: number
}

/**
 * Counts the matches, and for each value of each filter how many clips it would leave, with the other filters as they are.
 * Facets are exact if the words alone match at most 1,000 clips; else they count the most popular of them and are marked
 * `at_least`. `known` are the matches that were read.
 */
export async function countWithFacets(
  db: Db,
  queries: readonly QueryTerms[],
  { filters, known }: { filters: SearchFilters; known?: SomeRanks | undefined },
): Promise<{ count: Count; facets: Facets }> {
  const matches =
    known && !isNarrowed(filters)
      ? sql`source_ranks as r where ${oneOf(db, 'r.rank', known.ranks)}`
      : sampledFacets(db, matchOfAny(queries, {}), COUNTED + 1)
  const { tallies, unread } = await tally(db, matches)
  const count = known && countOf(known)
  const more = unread || sumOf(tallies) > COUNTED || (count?.more === true && !isNarrowed(filters))
  const facets = facetsOf(tallies, { filters, more })
  if (count) return { count, facets }
  const passing = sumOf(tallies.filter(thatPass(filters)))
  if (passing > COUNTED) return { count: { clips: COUNTED, more: true }, facets }
  if (unread || !more) return { count: { clips: passing, more }, facets }
  const rest = await countRest(db, matchOfAny(queries, filters), { tallies, passing })
  return { count: { clips: passing + rest.clips, more: rest.more }, facets }
}

export function countOf({ ranks, isAll }: SomeRanks): Count {
  return { clips: Math.min(ranks.length, COUNTED), more: !isAll || ranks.length > COUNTED }
}

/** Counts matches less popular than the tallied ones, exactly in a catalogue of popular clips alone. */
async function countRest(
  db: Db,
  match: Match,
  { tallies, passing }: { tallies: readonly Tally[]; passing: number },
): Promise<Count> {
  const after = Math.max(...tallies.map(({ last }) => last))
  const { upTo, last } = await popularEnd(db)
  if (after >= upTo) return { clips: 0, more: true }
  const { clips, more } = await countRanks(db, { ...match, after, upTo }, COUNTED - passing)
  return { clips, more: more || upTo < last }
}

/** Counts the rows of a table `r` with facets; `unread` if reading it stopped early. */
async function tally(db: Db, matches: RawBuilder<unknown>): Promise<{ tallies: Tally[]; unread: boolean }> {
  const columns = sql.join(INDEXED_FILTERS.map(({ column }) => sql`r.${sql.ref(column)}`))
  const { rows } = await sql<FilterColumns & { clips: number; last: number | null }>`
    select ${columns}, count(*) as clips, max(r.rank) as last
    from ${matches}
    group by ${columns}`.execute(db)
  const tallies = rows.flatMap(({ last, clips, ...row }) =>
    last === null ? [] : { columns: row, clips, last },
  )
  return { tallies, unread: tallies.length < rows.length }
}

const sumOf = (tallies: readonly Tally[]) => tallies.reduce((sum, { clips }) => sum + clips, 0)

/** Each facet counts the clips that pass all other filters. */
function facetsOf(
  tallies: readonly Tally[],
  { filters, more }: { filters: SearchFilters; more: boolean },
): Facets {
  const facets = INDEXED_FILTERS.map((indexed) => {
    const { name, filter } = indexed
    const others = { ...filters, ...choosing(name, filter) }
    const counts = new Map(valuesOf(filter).map((value) => [value, 0]))
    for (const { columns, clips } of tallies.filter(thatPass(others))) {
      for (const value of menuValuesOf(indexed, columns)) counts.set(value, (counts.get(value) ?? 0) + clips)
    }
    return [name, facetValues(filter, counts, more)]
  })
  return Object.fromEntries(facets)
}

/** The facets of a search that finds nothing. */
export const NO_FACETS = facetsOf([], { filters: {}, more: false })

function thatPass(filters: SearchFilters): (row: Tally) => boolean {
  const conditions = columnConditions(filters)
  return ({ columns }) =>
    conditions.every(({ column, is, value }) => {
      const own = columns[column]!
      if (is === '=') return own === value
      if (is === '&') return (BigInt(own) & BigInt(value)) !== 0n
      return is === '>=' ? own >= value : own <= value
    })
}

/** In the menu's order; categories with most clips first. */
function facetValues(filter: Filter, counts: ReadonlyMap<string, number>, more: boolean): FacetValue[] {
  const values = [...counts].map(([value, count]) => ({
    value,
    count,
    ...(more ? { at_least: true as const } : {}),
  }))
  if (filter.kind !== 'category') return values
  return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
