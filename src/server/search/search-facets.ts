import { type Kysely, sql } from 'kysely'
import type { Facets, FacetValue } from '#contract/search.ts'
import { LICENSE_TYPES, type LicenseType } from '#domain/license.ts'
import {
  DURATION_RANGES,
  ORIENTATIONS,
  type Orientation,
  type SearchFilters,
} from '#domain/search-filters.ts'
import type { Database } from '#server/db/schema.ts'
import type { QueryTerms } from './query-terms.ts'
import { COUNTED } from './ranked-matches.ts'
import { matchingRanks } from './read-ranks.ts'
import { type Completions, searchPlan } from './search-plan.ts'

interface Tally {
  orientation: Orientation
  category: string
  license_type: LicenseType
  seconds: number
  clips: number
}

type Field = keyof Facets

/**
 * How many clips each value of each filter would leave, the other filters staying as they are. Exact where at most
 * 1,000 match; else counted among the most popular 1,000, and labelled as at least so many.
 */
export async function searchFacets(
  db: Kysely<Database>,
  query: QueryTerms,
  { filters, completions }: { filters: SearchFilters; completions: Completions },
): Promise<Facets> {
  const tallyFor = async (narrowed: SearchFilters) =>
    tally(db, searchPlan(query, { filters: narrowed, completions }).anywhere)
  const asIs = await tallyFor(filters)
  const among = async (field: Field) => (isSet(filters, field) ? tallyFor(without(filters, field)) : asIs)
  return {
    orientation: valuesOf(await among('orientation'), ORIENTATIONS, (row) => row.orientation),
    duration: valuesOf(
      await among('duration'),
      DURATION_RANGES.map(({ value }) => value),
      rangeOf,
    ),
    category: categoryValues(await among('category')),
    license_type: valuesOf(await among('license_type'), LICENSE_TYPES, (row) => row.license_type),
  }
}

function isSet(filters: SearchFilters, field: Field): boolean {
  if (field === 'duration') return filters.duration_from !== undefined || filters.duration_to !== undefined
  return filters[field] !== undefined
}

function without(filters: SearchFilters, field: Field): SearchFilters {
  if (field === 'duration') return { ...filters, duration_from: undefined, duration_to: undefined }
  return { ...filters, [field]: undefined }
}

async function tally(db: Kysely<Database>, anywhere: Parameters<typeof matchingRanks>[1]): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    select r.orientation, r.category, r.license_type, r.seconds, count(*) as clips
    from (${matchingRanks(db, anywhere, COUNTED + 1)}) as matches
    join source_ranks r on r.rank = matches.rank
    group by r.orientation, r.category, r.license_type, r.seconds`.execute(db)
  return rows
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
  let all = 0
  for (const row of tallies) {
    counts.set(facetOf(row), (counts.get(facetOf(row)) ?? 0) + row.clips)
    all += row.clips
  }
  const label = all > COUNTED ? { at_least: true as const } : {}
  return values.map((value) => ({ value, count: counts.get(value) ?? 0, ...label }))
}

function rangeOf({ seconds }: Tally): string {
  const range = DURATION_RANGES.find(({ duration_to }) => seconds <= duration_to)
  return (range ?? DURATION_RANGES.at(-1)!).value
}
