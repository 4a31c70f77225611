import type { SearchFilters } from '#domain/clips/search-filters.ts'
import { all, any, type Expression, phrase } from '#server/search/text/expression.ts'
import { EVERY_CLIP } from '#server/search/text/facet-tokens.ts'
import { japaneseWords } from '#server/search/text/japanese-words.ts'
import type { Segment } from '#server/search/text/segments.ts'
import {
  conceptToken,
  inTitle,
  runTokens,
  type Token,
  wholeWord,
  wordToken,
} from '#server/search/text/tokens.ts'
import type { QueryTerms, Term } from './query-terms.ts'

/** What to ask the index, the narrower first. */
export interface SearchPlan {
  /** Clips whose title has every term as whole words; undefined for a query without terms. */
  titleWords?: Match
  /** Every clip that matches. */
  anywhere: Match
}

/** Clips to look for: by words and by filters. */
export interface Match {
  expression: Expression
  filters: SearchFilters
  /** Whether clips must have some word, which leaves few for the filters to check. */
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

/** Plans a query; one without terms asks for filters alone. `completions` are what the last word may become. */
export function searchPlan(
  { terms, excluded }: QueryTerms,
  { filters, completions = [] }: { filters: SearchFilters; completions?: readonly Token[] },
): SearchPlan {
  const exclusions = excluded.map((term) => expressionOf(term, ANYWHERE))
  const matchIn = (place: Place): Match => {
    const wanted = terms.map((term) => expressionOf(term, place, completions))
    const include = all(wanted.length > 0 ? wanted : [EVERY_CLIP])
    const expression = exclusions.length > 0 ? { include, exclude: any(exclusions) } : include
    return { expression, filters, worded: terms.length > 0 }
  }
  const anywhere = matchIn(ANYWHERE)
  return terms.length > 0 ? { titleWords: matchIn(TITLE_WORDS), anywhere } : { anywhere }
}

/** Where words are looked for, and as which tokens. */
interface Place {
  word(token: Token): Token
  run(segment: Segment & { kind: 'run' }): Token[]
  completes: boolean
}

const ANYWHERE: Place = { word: (token) => token, run: ({ text }) => runTokens(text), completes: true }
const TITLE_WORDS: Place = {
  word: inTitle,
  run: ({ original }) => japaneseWords(original).map(wholeWord),
  completes: false,
}

function expressionOf(term: Term, place: Place, completions: readonly Token[] = []): Expression {
  const together = term.together.map((part) => expressionOf(part, place))
  const completed = term.prefix && place.completes ? completions.map((token) => place.word(token)) : []
  return any([
    ...(term.concept === undefined ? [] : [place.word(conceptToken(term.concept))]),
    ...(term.covered ? [] : [writingExpression(term.writings[0]!.segments, place)]),
    ...(together.length > 0 ? [all(together)] : []),
    ...(term.either ?? []).map((one) => expressionOf(one, place, completions)),
    ...completed,
  ])
}

/** Adjacent words as a phrase. Each run stands for itself: how many tokens it takes up in the text is unknown. */
function writingExpression(segments: readonly Segment[], place: Place): Expression {
  const parts: Expression[] = []
  let words: Token[] = []
  const endPhrase = () => {
    if (words.length > 0) parts.push(phrase(words))
    words = []
  }
  for (const segment of segments) {
    if (segment.kind === 'run') {
      endPhrase()
      parts.push(phrase(place.run(segment)))
    } else words.push(place.word(wordToken(segment.text)))
  }
  endPhrase()
  return all(parts)
}
