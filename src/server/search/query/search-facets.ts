import { type RawBuilder, sql } from 'kysely'
import type { Facets, FacetValue } from '#contract/search.ts'
import { isNarrowed } from '#domain/address/list-query.ts'
import { LICENSE_TYPES, type LicenseType } from '#domain/clips/license.ts'
import {
  DURATION_RANGES,
  ORIENTATIONS,
  type Orientation,
  type SearchFilters,
} from '#domain/clips/search-filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { RANK_GAP } from '#server/search/index/ranks.ts'
import type { QueryTerms } from '#server/search/read/term.ts'
import { LAST_SECOND } from '#server/search/text/facet-tokens.ts'
import { COUNTED } from './ranked-matches.ts'
import { type Count, countRanks, rankEnds, sampledFacets } from './read-ranks.ts'
import { type Match, searchPlan } from './search-plan.ts'

/** Matches with the same facets. */
interface Tally {
  orientation: Orientation
  category: string
  license_type: LicenseType
  seconds: number
  clips: number
  /** Rank of the least popular of them. */
  last: number
}

/**
 * Counts the matches, and for each value of each filter how many clips it would leave, with the other filters as they are.
 * Facets are exact if the words alone match at most 1,000 clips; else they count the most popular of them and are marked
 * `at_least`. `all` are the ranks of all matches if they were read.
 */
export async function countWithFacets(
  db: Db,
  query: QueryTerms,
  { filters, all }: { filters: SearchFilters; all?: readonly number[] },
): Promise<{ count: Count; facets: Facets }> {
  const matches =
    all && !isNarrowed(filters)
      ? sql`source_ranks as r where ${oneOf(db, 'r.rank', all)}`
      : sampledFacets(db, searchPlan(query, { filters: {} }).anywhere, COUNTED + 1)
  const { tallies, unread } = await tally(db, matches)
  const more = unread || sumOf(tallies) > COUNTED
  const facets = facetsOf(tallies, { filters, more })
  if (all) return { count: { clips: all.length, more: false }, facets }
  const passing = sumOf(tallies.filter((row) => passes(row, filters)))
  if (passing > COUNTED) return { count: { clips: COUNTED, more: true }, facets }
  if (unread || !more) return { count: { clips: passing, more }, facets }
  const rest = await countRest(db, searchPlan(query, { filters }).anywhere, { tallies, passing })
  return { count: { clips: passing + rest.clips, more: rest.more }, facets }
}

/**
 * Counts are exact in a catalogue of up to this many clips; in a larger one, only this many of the most popular are
 * counted.
 */
const COUNTED_EXACTLY = 2 ** 16

/** Counts matches less popular than the tallied ones. */
async function countRest(
  db: Db,
  match: Match,
  { tallies, passing }: { tallies: readonly Tally[]; passing: number },
): Promise<Count> {
  const after = Math.max(...tallies.map(({ last }) => last))
  const { first, last } = await rankEnds(db)
  const upTo = first + COUNTED_EXACTLY * RANK_GAP
  if (after >= upTo) return { clips: 0, more: true }
  const { clips, more } = await countRanks(db, { ...match, after, upTo }, COUNTED - passing)
  return { clips, more: more || upTo < last }
}

/** Counts the rows of a table `r` with facets; `unread` if reading it stopped early. */
async function tally(db: Db, matches: RawBuilder<unknown>): Promise<{ tallies: Tally[]; unread: boolean }> {
  const { rows } = await sql<
    Record<'orientation' | 'license_type' | 'seconds' | 'clips', number> & {
      category: string
      last: number | null
    }
  >`
    select r.orientation, r.category, r.license_type, r.seconds, count(*) as clips, max(r.rank) as last
    from ${matches}
    group by r.orientation, r.category, r.license_type, r.seconds`.execute(db)
  const tallies = rows.flatMap(({ last, ...row }) =>
    last === null
      ? []
      : {
          ...row,
          last,
          orientation: ORIENTATIONS[row.orientation]!,
          license_type: LICENSE_TYPES[row.license_type]!,
        },
  )
  return { tallies, unread: tallies.length < rows.length }
}

const sumOf = (tallies: readonly Tally[]) => tallies.reduce((sum, { clips }) => sum + clips, 0)

/** Each facet counts the clips that pass all other filters. */
function facetsOf(
  tallies: readonly Tally[],
  { filters, more }: { filters: SearchFilters; more: boolean },
): Facets {
  const without = (ignored: SearchFilters) => tallies.filter((row) => passes(row, { ...filters, ...ignored }))
  const values = (rows: readonly Tally[], names: readonly string[], nameOf: (row: Tally) => string) =>
    facetValues(rows, { names, nameOf, more })
  const inCategory = without({ category: undefined })
  const categories = [...new Set(inCategory.map(({ category }) => category))].sort()
  return {
    orientation: values(without({ orientation: undefined }), ORIENTATIONS, (row) => row.orientation),
    duration: values(without({ duration_from: undefined, duration_to: undefined }), RANGES, rangeOf),
    category: values(inCategory, categories, (row) => row.category).sort((a, b) => b.count - a.count),
    license_type: values(without({ license_type: undefined }), LICENSE_TYPES, (row) => row.license_type),
  }
}

const RANGES = DURATION_RANGES.map(({ value }) => value)

/** The facets of a search that finds nothing. */
export const NO_FACETS = facetsOf([], { filters: {}, more: false })

function passes(
  row: Tally,
  { orientation, category, license_type, duration_from, duration_to }: SearchFilters,
) {
  // As in the index, LAST_SECOND means that long or longer.
  const seconds = Math.min(row.seconds, LAST_SECOND)
  return (
    (orientation === undefined || row.orientation === orientation) &&
    (category === undefined || row.category === category) &&
    (license_type === undefined || row.license_type === license_type) &&
    seconds >= Math.min(duration_from ?? 0, LAST_SECOND) &&
    seconds <= (duration_to ?? LAST_SECOND)
  )
}

function facetValues(
  tallies: readonly Tally[],
  { names, nameOf, more }: { names: readonly string[]; nameOf: (row: Tally) => string; more: boolean },
): FacetValue[] {
  const counts = new Map<string, number>()
  for (const row of tallies) counts.set(nameOf(row), (counts.get(nameOf(row)) ?? 0) + row.clips)
  return names.map((value) => ({ value, count: counts.get(value) ?? 0, ...(more ? { at_least: true } : {}) }))
}

function rangeOf({ seconds }: Tally): string {
  const range = DURATION_RANGES.find(({ duration_to }) => seconds <= duration_to)
  return (range ?? DURATION_RANGES.at(-1)!).value
}
