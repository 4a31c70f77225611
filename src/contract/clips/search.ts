import * as z from 'zod/mini'
import { MAX_SEARCH_LENGTH } from '#domain/address/search-path.ts'
import { FILTER_NAMES, FILTERS, SEARCH_SORTS } from '#domain/search/filters.ts'
import { PageQuery, SourceList } from './clips.ts'
import { filterParams, oneOf, rangesInOrder } from './filter-params.ts'

const CONTROL_OR_HALF_A_PAIR = /\p{Cc}|\p{Cs}/u

const SearchText = z.string().check(
  z.maxLength(MAX_SEARCH_LENGTH, `must be at most ${MAX_SEARCH_LENGTH} characters`),
  z.refine((text) => !CONTROL_OR_HALF_A_PAIR.test(text), 'must not hold control characters'),
)

const FilteredPage = z.extend(PageQuery, {
  ...filterParams(FILTERS),
  sort: z._default(z.optional(oneOf(SEARCH_SORTS)), 'relevance'),
  facets: z.optional(z.literal('1')),
})

/** A page of a list with filters. `facets=1` adds filter counts. */
export const FilteredQuery = FilteredPage.check(rangesInOrder(FILTERS))

/** An empty `q` lists the default clips. */
export const SearchQuery = z
  .extend(FilteredPage, { q: z._default(z.optional(SearchText), '') })
  .check(rangesInOrder(FILTERS))
export type SearchQuery = z.infer<typeof SearchQuery>

/** Number of clips with a value; `at_least` if there are more matches than were counted. */
const FacetValue = z.object({ value: z.string(), count: z.int(), at_least: z.optional(z.literal(true)) })
export type FacetValue = z.infer<typeof FacetValue>

export const Facets = z.record(z.enum(FILTER_NAMES), z.array(FacetValue))
export type Facets = z.infer<typeof Facets>

/** Clips that lack the same words, from `offset` of the list to the next group. */
const CloseGroup = z.object({ offset: z.int(), missing: z.array(z.string()) })
export type CloseGroup = z.infer<typeof CloseGroup>

/**
 * First the exact clips, which have all that was asked, then close ones. `total` and `facets` count both; `total` may be
 * too small if `total_at_least` says so.
 */
export const SearchAnswer = z.extend(SourceList, {
  total_at_least: z.optional(z.literal(true)),
  exact_total: z.int(),
  /** The groups of close clips, those with most of what was asked first. */
  close: z.optional(z.array(CloseGroup)),
  /** The corrected text, if the original one matched nothing. */
  searched_instead: z.optional(z.string()),
  /** Words to mark in the titles, in any case, width or kind of kana. */
  marks: z.optional(z.array(z.string())),
  facets: z.optional(Facets),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>
/** The same with clips in any form. */
export type AnswerOf<Clip> = Omit<SearchAnswer, 'sources'> & { sources: Clip[] }

/** The text typed so far. */
export const SuggestionQuery = z.object({ q: z._default(z.optional(SearchText), '') })

/** A completion: a category with its key, or a title with its clip's id. */
export const Suggestion = z.object({
  kind: z.enum(['category', 'keyword', 'title']),
  text: z.string(),
  category: z.optional(z.string()),
  source_id: z.optional(z.int()),
})
export type Suggestion = z.infer<typeof Suggestion>

export const SuggestionList = z.object({ suggestions: z.array(Suggestion) })
export type SuggestionList = z.infer<typeof SuggestionList>
