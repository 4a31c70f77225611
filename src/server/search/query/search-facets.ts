import type { Facets, FacetValue } from '#contract/clips/search.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import type { Filter } from '#domain/search/filter-kinds.ts'
import { choosing, valuesOf } from '#domain/search/filter-query.ts'
import type { SearchFilters } from '#domain/search/filters.ts'
import type { Db } from '#server/db/schema.ts'
import { columnConditions, INDEXED_FILTERS, menuValuesOf } from '#server/list-filters.ts'
import type { QueryTerms } from '#server/search/read/term.ts'
import { COUNTED } from './ranked-matches.ts'
import {
  type Count,
  countRanks,
  type FacetRow,
  facetsOfRanks,
  popularEnd,
  readFacets,
  type SomeRanks,
} from './read-ranks.ts'
import { type Match, matchOfAny } from './search-plan.ts'

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
  const rows = await (known && !isNarrowed(filters)
    ? facetsOfRanks(db, known.ranks)
    : readFacets(db, matchOfAny(queries, {}), COUNTED + 1))
  const matches = rows.filter(([rank]) => rank !== null)
  const unread = matches.length < rows.length
  const count = known && countOf(known)
  const more = unread || matches.length > COUNTED || (count?.more === true && !isNarrowed(filters))
  const facets = facetsOf(matches, { filters, more })
  if (count) return { count, facets }
  const passing = matches.filter(thatPass(filters)).length
  if (passing > COUNTED) return { count: { clips: COUNTED, more: true }, facets }
  if (unread || !more) return { count: { clips: passing, more }, facets }
  const after = Math.max(...matches.map(([rank]) => rank!))
  const rest = await countRest(db, { ...matchOfAny(queries, filters), after }, COUNTED - passing)
  return { count: { clips: passing + rest.clips, more: rest.more }, facets }
}

export function countOf({ ranks, isAll }: SomeRanks): Count {
  return { clips: Math.min(ranks.length, COUNTED), more: !isAll || ranks.length > COUNTED }
}

/** Counts further matches, exactly in a catalogue of popular clips alone. */
async function countRest(db: Db, match: Match & { after: number }, limit: number): Promise<Count> {
  const { upTo, last } = await popularEnd(db)
  if (match.after >= upTo) return { clips: 0, more: true }
  const { clips, more } = await countRanks(db, { ...match, upTo }, limit)
  return { clips, more: more || upTo < last }
}

/** Each facet counts the clips that pass all other filters. */
function facetsOf(
  matches: readonly FacetRow[],
  { filters, more }: { filters: SearchFilters; more: boolean },
): Facets {
  const facets = INDEXED_FILTERS.map((indexed) => {
    const { name, filter, column } = indexed
    const at = placeOf(column)
    const clips = new Map<string | number, number>()
    for (const match of matches.filter(thatPass({ ...filters, ...choosing(name, filter) })))
      clips.set(match[at]!, (clips.get(match[at]!) ?? 0) + 1)
    const counts = new Map(valuesOf(filter).map((value) => [value, 0]))
    for (const [stored, some] of clips)
      for (const value of menuValuesOf(indexed, stored)) counts.set(value, (counts.get(value) ?? 0) + some)
    return [name, facetValues(filter, counts, more)]
  })
  return Object.fromEntries(facets)
}

/** Of a column in a FacetRow. */
const placeOf = (wanted: string) => 1 + INDEXED_FILTERS.findIndex(({ column }) => column === wanted)

/** The facets of a search that finds nothing. */
export const NO_FACETS = facetsOf([], { filters: {}, more: false })

function thatPass(filters: SearchFilters): (match: FacetRow) => boolean {
  const conditions = columnConditions(filters).map((condition) => ({
    ...condition,
    at: placeOf(condition.column),
  }))
  return (match) =>
    conditions.every(({ at, is, value }) => {
      const own = match[at]!
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
