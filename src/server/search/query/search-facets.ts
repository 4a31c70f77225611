import { type Kysely, sql } from 'kysely'
import type { Facets, FacetValue } from '#contract/search.ts'
import { LICENSE_TYPES, type LicenseType } from '#domain/clips/license.ts'
import {
  DURATION_RANGES,
  ORIENTATIONS,
  type Orientation,
  type SearchFilters,
} from '#domain/clips/search-filters.ts'
import type { Database } from '#server/db/schema.ts'
import { RANK_GAP } from '#server/search/index/ranks.ts'
import { LAST_SECOND } from '#server/search/text/facet-tokens.ts'
import type { QueryTerms } from './query-terms.ts'
import { COUNTED } from './ranked-matches.ts'
import { type Count, countRanks, sampledFacets } from './read-ranks.ts'
import { type Completions, type Match, searchPlan } from './search-plan.ts'

/** Clips that are alike in everything that they can be narrowed by. */
interface Tally {
  orientation: Orientation
  category: string
  license_type: LicenseType
  seconds: number
  clips: number
  /** Rank of the least popular of them. */
  last: number
}

/** What a search finds: how many clips, and how many each filter would leave. */
interface Counts {
  count: Count
  facets: Facets
}

/**
 * Counts what matches, and how many clips each value of each filter would leave, the other filters staying as they are:
 * exact where the words alone match at most 1,000 clips; else counted among the most popular of them, and labelled as at
 * least so many. `total` where it is known already.
 */
export async function countWithFacets(
  db: Kysely<Database>,
  query: QueryTerms,
  { filters, completions, total }: { filters: SearchFilters; completions: Completions; total?: number },
): Promise<Counts> {
  const { tallies, unread } = await tallyMatches(db, query, completions)
  const more = unread || sumOf(tallies) > COUNTED
  const facets = facetsOf(tallies, { filters, more })
  if (total !== undefined) return { count: { clips: total, more: false }, facets }
  const passing = sumOf(tallies.filter((row) => passes(row, filters)))
  if (passing > COUNTED) return { count: { clips: COUNTED, more: true }, facets }
  if (unread || !more) return { count: { clips: passing, more }, facets }
  const rest = await countOn(db, searchPlan(query, { filters, completions }).anywhere, { tallies, passing })
  return { count: { clips: passing + rest.clips, more: rest.more }, facets }
}

/** Of a catalogue of so many clips every count is exact; of a larger one no more of the most popular are counted on. */
const COUNTED_EXACTLY = 2 ** 16

/** Counts on from the least popular clip that was tallied, and says whether more may follow. */
async function countOn(
  db: Kysely<Database>,
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

/** One by one, since SQLite looks up one end of an index, and reads all of it for both. */
async function rankEnds(db: Kysely<Database>): Promise<{ first: number; last: number }> {
  const end = (which: 'min' | 'max') =>
    db.selectFrom('source_ranks').select(({ fn }) => fn[which]('rank').as('rank'))
  const { first, last } = await db
    .selectNoFrom([end('min').as('first'), end('max').as('last')])
    .executeTakeFirstOrThrow()
  return { first: first ?? 0, last: last ?? 0 }
}

/** The most popular matches of the words alone; `unread` where not all that they are among could be looked at. */
async function tallyMatches(
  db: Kysely<Database>,
  query: QueryTerms,
  completions: Completions,
): Promise<{ tallies: Tally[]; unread: boolean }> {
  const { anywhere } = searchPlan(query, { filters: {}, completions })
  const { rows } = await sql<
    Record<'orientation' | 'license_type' | 'seconds' | 'clips', number> & {
      category: string
      last: number | null
    }
  >`
    select r.orientation, r.category, r.license_type, r.seconds, count(*) as clips, max(r.rank) as last
    from ${sampledFacets(db, anywhere, COUNTED + 1)}
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

/** Counts by value of clips that are alike in every facet; `more` where others match that were not looked at. */
function facetsOf(
  tallies: readonly Tally[],
  { filters, more }: { filters: SearchFilters; more: boolean },
): Facets {
  const { orientation, category, license_type, duration_from, duration_to } = filters
  const among = (others: SearchFilters) => tallies.filter((row) => passes(row, others))
  const byLength = { duration_from, duration_to }
  const counts = {
    orientation: valuesOf(
      among({ category, license_type, ...byLength }),
      ORIENTATIONS,
      (row) => row.orientation,
    ),
    duration: valuesOf(among({ orientation, category, license_type }), RANGES, rangeOf),
    category: categoryValues(among({ orientation, license_type, ...byLength })),
    license_type: valuesOf(
      among({ orientation, category, ...byLength }),
      LICENSE_TYPES,
      (row) => row.license_type,
    ),
  }
  return more ? labelled(counts) : counts
}

const RANGES = DURATION_RANGES.map(({ value }) => value)

/** Of a search that finds nothing. */
export const NO_FACETS = facetsOf([], { filters: {}, more: false })

function passes(
  row: Tally,
  { orientation, category, license_type, duration_from, duration_to }: SearchFilters,
) {
  return (
    (orientation === undefined || row.orientation === orientation) &&
    (category === undefined || row.category === category) &&
    (license_type === undefined || row.license_type === license_type) &&
    // As the index has it: seconds from the last one on are one.
    Math.min(row.seconds, LAST_SECOND) >= Math.min(duration_from ?? 0, LAST_SECOND) &&
    Math.min(row.seconds, LAST_SECOND) <= (duration_to ?? LAST_SECOND)
  )
}

function labelled(facets: Facets): Facets {
  const atLeast = (values: FacetValue[]) => values.map((value) => ({ ...value, at_least: true as const }))
  const { orientation, duration, category, license_type } = facets
  return {
    orientation: atLeast(orientation),
    duration: atLeast(duration),
    category: atLeast(category),
    license_type: atLeast(license_type),
  }
}

function categoryValues(tallies: readonly Tally[]): FacetValue[] {
  const keys = [...new Set(tallies.map(({ category }) => category))].sort()
  return valuesOf(tallies, keys, (row) => row.category).sort((a, b) => b.count - a.count)
}

function valuesOf(
  tallies: readonly Tally[],
  values: readonly string[],
  facetOf: (row: Tally) => string,
): FacetValue[] {
  const counts = new Map<string, number>()
  for (const row of tallies) counts.set(facetOf(row), (counts.get(facetOf(row)) ?? 0) + row.clips)
  return values.map((value) => ({ value, count: counts.get(value) ?? 0 }))
}

function rangeOf({ seconds }: Tally): string {
  const range = DURATION_RANGES.find(({ duration_to }) => seconds <= duration_to)
  return (range ?? DURATION_RANGES.at(-1)!).value
}
