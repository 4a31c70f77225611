import type { SearchFilters } from '#domain/search/filters.ts'
import { type Term, termExpression, titleExpression } from '#server/search/read/term.ts'
import { all, any, type Expression } from '#server/search/text/expression.ts'
import { EVERY_CLIP } from '#server/search/text/filter-tokens.ts'

/** The index queries, the narrower first. */
export interface SearchPlan {
  /** Clips with every term in the title: as typed, then also as synonyms. Without matches that no title can have. */
  titles: Match[]
  /** Every clip that matches. */
  anywhere: Match
}

/** What to look for: words and filters. */
export interface Match {
  expression: Expression
  filters: SearchFilters
  /** Whether clips must have some word; then few remain for the filters. */
  worded: boolean
  /** Only clips less popular than the one with this rank. */
  after?: number
  /** Only clips at least as popular as the one with this rank. */
  upTo?: number
}

/** A match by words alone. */
export function anyClipWith(expression: Expression): Match {
  return { expression, filters: {}, worded: true }
}

interface Wanted {
  terms: readonly Term[]
  excluded: readonly Term[]
}

/** Plans a query; without terms it only filters. */
export function searchPlan(query: Wanted, filters: SearchFilters): SearchPlan {
  const { terms } = query
  const titles = [false, true].flatMap((synonyms) => {
    const wanted = terms.flatMap((term) => titleExpression(term, synonyms) ?? [])
    return wanted.length === terms.length && terms.length > 0 ? [matching(wanted, query, filters)] : []
  })
  return { titles, anywhere: matchOf(query, filters) }
}

/** Every clip that matches. */
export function matchOf(query: Wanted, filters: SearchFilters = {}): Match {
  return matching(query.terms.map(termExpression), query, filters)
}

function matching(wanted: readonly Expression[], query: Wanted, filters: SearchFilters): Match {
  const include = all(wanted.length > 0 ? wanted : [EVERY_CLIP])
  const exclude = query.excluded.map(termExpression)
  const expression = exclude.length > 0 ? { include, exclude: any(exclude) } : include
  return { expression, filters, worded: query.terms.length > 0 }
}

/** Matches clips of any of the queries. */
export function matchOfAny(queries: readonly Wanted[], filters: SearchFilters): Match {
  const matches = queries.map((query) => matchOf(query, filters))
  return {
    expression: any(matches.map(({ expression }) => expression)),
    filters,
    worded: matches.every(({ worded }) => worded),
  }
}
