import type { SearchFilters } from '#domain/clips/search-filters.ts'
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
import { all, any, type Expression, phrase } from './expression.ts'
import type { QueryTerms, Term } from './query-terms.ts'

/** What to ask the index, the narrower first. */
export interface SearchPlan {
  /** Clips whose title has every term as whole words. */
  titleWords?: Match
  /** Every clip that matches. */
  anywhere: Match
}

/** Clips to look for: by their words, and by what they are narrowed to. */
export interface Match {
  expression: Expression
  filters: SearchFilters
  /** Whether a clip must hold some word, so that few clips are left for the filters to judge. */
  worded: boolean
  /** Only clips less popular than the one with this rank. */
  after?: number
  /** Only clips no less popular than the one with this rank. */
  upTo?: number
}

/** Clips that satisfy an expression, whatever else they are. */
export function anyClipWith(expression: Expression): Match {
  return { expression, filters: {}, worded: true }
}

/** The words that begin as the query's last one does; empty for a query that is finished. */
export type Completions = readonly Token[]

/** Asks for nothing but filters where there is no term. */
export function searchPlan(
  { terms, excluded }: QueryTerms,
  { filters, completions = [] }: { filters: SearchFilters; completions?: Completions },
): SearchPlan {
  const barred = excluded.map((term) => expressionOf(term, ANYWHERE))
  const ask = (place: Place): Match => {
    const wanted = terms.map((term) => expressionOf(term, place, completions))
    const every = all(wanted.length > 0 ? wanted : [EVERY_CLIP])
    const expression = barred.length > 0 ? { every, but: any(barred) } : every
    return { expression, filters, worded: terms.length > 0 }
  }
  const anywhere = ask(ANYWHERE)
  return terms.length > 0 ? { titleWords: ask(TITLE_WORDS), anywhere } : { anywhere }
}

/** Where words are looked for, and how. */
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

function expressionOf(term: Term, place: Place, completions: Completions = []): Expression {
  const together = term.together.map((part) => expressionOf(part, place))
  const completed = term.beginning && place.completes ? completions.map((token) => place.word(token)) : []
  return any([
    ...(term.concept === undefined ? [] : [place.word(conceptToken(term.concept))]),
    ...(term.covered ? [] : [writingExpression(term.writings[0]!.segments, place)]),
    ...(together.length > 0 ? [all(together)] : []),
    ...completed,
  ])
}

/** Words side by side, and beside them, wherever they are, the runs: how far a run reaches is not known. */
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
