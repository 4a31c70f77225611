import type { Exactness } from '#server/search/query/weights.ts'
import type { Lesson } from '#server/search/rules/search-rules.ts'
import { all, any, type Expression, phrase } from '#server/search/text/expression.ts'
import { hasJapanese, isKana } from '#server/search/text/scripts.ts'
import { inDigits, type Segment, segmentsOf } from '#server/search/text/segments.ts'
import type { Concept } from '#server/search/text/synonyms.ts'
import {
  anyLanguageToken,
  inDescription,
  inLanguage,
  inTitle,
  oftenToken,
  runTokens,
  type TextLanguage,
  type Token,
} from '#server/search/text/tokens.ts'
import { surfaceOf, type Unit } from '#server/search/text/units.ts'
import type { Information } from './unit-information.ts'

/** One thing that a clip should have, in any of its variants. */
export interface Term {
  /** As typed. */
  typed: string
  /** If terms cannot be found together, those that tell least are left out first. */
  information: Information
  variants: Variant[]
  /** Its concept in the synonym table. */
  concept?: Concept
  /** For several words: each of them, if no clip has the whole. */
  parts?: () => Promise<Term[]>
  /** Clips that have it, by the vocabulary; undefined if unknown. */
  clips?: number
  /** What the operator teaches of it. */
  lesson?: Lesson
}

/** A spelling, synonym or kind by which a term matches. */
export interface Variant {
  exactness: Exactness
  /** The clips that match. Undefined if another variant finds the same clips and this one only ranks them. */
  expression?: Expression
  /** The same in titles; undefined if titles are not searched. */
  titleExpression?: Expression
  /** Strings that a clip's texts must all have, with a space on both sides. */
  needles: readonly string[]
  /** How titles may write it, for marking. */
  shown?: readonly string[]
  /** The concept of the synonym table that it searches for. */
  concept?: Concept
}

/** A clip should have all of `terms`, may have `extra`, and must have none of `excluded`. */
export interface QueryTerms {
  terms: Term[]
  /** Light words: clips with them come first, but they are optional. */
  extra: Term[]
  excluded: Term[]
  /** Corrected words, by the typed word. */
  corrections: ReadonlyMap<string, string>
  /** Surfaces of the whole query in order, for phrases. */
  phrase: string
  /** The clips with these ids come first, in this order. */
  first?: readonly number[]
}

/** Matches clips that have all the tokens. */
export function tokensVariant(exactness: Exactness, tokens: readonly Token[]): Variant {
  return {
    exactness,
    expression: all(tokens),
    ...(exactness === 'kind' ? {} : { titleExpression: all(tokens.map(inTitle)) }),
    needles: tokens,
  }
}

/** A spelling that only ranks clips which another variant finds. */
export function spellingVariant(surface: string): Variant {
  return {
    exactness: 'typed',
    needles: [surface],
    shown: [hasJapanese(surface) ? surface.replaceAll(' ', '') : surface],
  }
}

/** Clips that have a term in any variant. */
export function termExpression({ variants }: Pick<Term, 'variants'>): Expression {
  return any(variants.flatMap(({ expression }) => expression ?? []))
}

/** Clips whose title has it, as typed or inflected, or also as a synonym. */
export function titleExpression({ variants }: Term, synonyms: boolean): Expression | undefined {
  const wanted = variants.filter(
    ({ exactness }) =>
      exactness === 'typed' || exactness === 'inflected' || (synonyms && exactness === 'same'),
  )
  const expressions = wanted.flatMap((variant) => variant.titleExpression ?? [])
  return expressions.length > 0 ? any(expressions) : undefined
}

/** Clips that have these segments side by side. */
export function phraseVariant(
  exactness: Exactness,
  segments: readonly Segment[],
  units: readonly Unit[],
): Variant {
  return { exactness, expression: anywhere(segments), needles: [surfaceOf(units)] }
}

/** A query that also finds clips by the concepts of their texts in the other language, and by parts of longer names. */
export function acrossLanguages(query: QueryTerms): QueryTerms {
  const across = (term: Term): Term => {
    const concepts = new Set(term.variants.flatMap(({ concept }) => concept ?? []))
    if (concepts.size === 0) return term
    const others = term.variants.filter(({ expression }) => !isOfConcept(expression))
    const literal = term.variants.filter(isOneWord)
    return {
      ...term,
      variants: [
        ...others,
        ...literal.map(({ needles }) => tokensVariant('inflected', needles)),
        ...[...concepts].flatMap(variantsInAnyLanguage),
      ],
    }
  }
  return { ...query, terms: query.terms.map((term) => withParts(across(term), across)) }
}

/** A token that so far only ranks clips found as a concept. */
function isOneWord({ exactness, expression, needles }: Variant): boolean {
  return exactness === 'inflected' && expression === undefined && needles.length === 1
}

function withParts(term: Term, change: (part: Term) => Term): Term {
  const { parts } = term
  return parts ? { ...term, parts: async () => (await parts()).map(change) } : term
}

function isOfConcept(expression: Expression | undefined): boolean {
  return typeof expression === 'string' && /^[cn]/.test(expression)
}

/** Clips with a concept or a kind of it in either language: found by one token, ranked like conceptVariants. */
export function variantsInAnyLanguage(concept: Concept): Variant[] {
  const ranking = conceptVariants(concept).map(({ expression: _, ...variant }) => variant)
  const token = anyLanguageToken(inLanguage(concept.token, 'e'))
  return [...ranking, { exactness: 'kind', expression: token, needles: [] }]
}

const BOTH: readonly TextLanguage[] = ['e', 'j']

/** Clips with a concept, then those with one or several kinds of it. */
export function conceptVariants(concept: Concept, languages: readonly TextLanguage[] = BOTH): Variant[] {
  const { token, widerToken, names } = concept
  return languages.flatMap((language) => [
    { ...tokensVariant('same', [inLanguage(token, language)]), shown: names, concept },
    tokensVariant('kind', [inLanguage(widerToken, language)]),
    { exactness: 'kinds', needles: [oftenToken(inLanguage(widerToken, language))] },
  ])
}

/** A query that also finds clips by the literal text of their descriptions, in any spelling of its terms. */
export function withDescriptions(query: QueryTerms): QueryTerms {
  return { ...query, terms: query.terms.map(withDescription) }
}

/** Most spellings of one thing to look for in descriptions, per script. */
const MOST_WRITINGS = 5

function withDescription(term: Term): Term {
  const writings = spellingsOf(term).filter((text, at) => (at === 0 && !isKana(text)) || isLong(text))
  const japanese = writings.filter(hasJapanese).slice(0, MOST_WRITINGS)
  const latin = writings.filter((text) => !hasJapanese(text)).slice(0, MOST_WRITINGS)
  const expression = described([...latin, ...japanese])
  return expression
    ? { ...term, variants: [...term.variants, { exactness: 'part', expression, needles: [] }] }
    : term
}

/** Clips that have a term; in descriptions only its first spelling per script, since whole lists are read. */
export function excludedExpression(term: Term): Expression {
  const writings = spellingsOf(term)
  const firsts = [writings.find(hasJapanese), writings.find((text) => !hasJapanese(text))]
  const expression = described(firsts.filter((text) => text !== undefined))
  return expression ? any([termExpression(term), expression]) : termExpression(term)
}

function spellingsOf({ variants }: Term): string[] {
  return [...new Set(variants.flatMap(({ shown = [] }) => shown))]
}

function described(writings: readonly string[]): Expression | undefined {
  const expressions = writings
    .map(segmentsOf)
    .filter((segments) => segments.length > 0)
    .map(anywhere)
  return expressions.length > 0 ? any(expressions) : undefined
}

/** Japanese descriptions have no word borders: アイス is in アイスランド, 籠 in 灯籠. */
function isLong(writing: string): boolean {
  return !hasJapanese(writing) || writing.length >= (isKana(writing) ? SHORTEST_KANA : SHORTEST_KANJI)
}

const SHORTEST_KANA = 5
const SHORTEST_KANJI = 2

/** Japanese tokens are the same in descriptions. */
function anywhere(segments: readonly Segment[]): Expression {
  const isJapanese = segments.every(({ kind }) => kind === 'run')
  return isJapanese ? sideBySide(segments) : any([sideBySide(segments), sideBySide(segments, inDescription)])
}

/** Adjacent words as a phrase. Each run is a phrase of its own: how many tokens it takes up in the text is unknown. */
function sideBySide(segments: readonly Segment[], tokenOf = (token: Token) => token): Expression {
  const parts: Expression[] = []
  let words: Token[] = []
  const endPhrase = () => {
    if (words.length > 0) parts.push(phrase(words))
    words = []
  }
  for (const segment of segments) {
    if (segment.kind === 'run') {
      endPhrase()
      parts.push(phrase(runTokens(segment.text)))
    } else words.push(tokenOf(segment.token))
  }
  endPhrase()
  return all(parts)
}

/** A query that other clips match, too: the one whose number the text is, or those of the creator that it names. */
export function orClips(query: QueryTerms, clips: Expression): QueryTerms {
  const term = termOf(clips, query.phrase)
  const isAlone = query.corrections.size > 0 || query.terms.length === 0
  const terms = isAlone ? [term] : [eitherOf([query.terms, [term]])]
  return { ...query, terms, corrections: new Map() }
}

/** A query for these clips alone. */
export function onlyClips(clips: Expression, typed: string): QueryTerms {
  const terms = [termOf(clips, typed)]
  return { terms, extra: [], excluded: [], corrections: new Map(), phrase: typed }
}

function termOf(expression: Expression, typed: string): Term {
  return { typed, information: 'normal', variants: [{ exactness: 'typed', expression, needles: [] }] }
}

/** Between alternatives, as typed. */
const OR = ' | '

/** Clips that have all terms of at least one list. */
export function eitherOf(alternatives: readonly Term[][]): Term {
  const variants = alternatives.flatMap((terms) => {
    if (terms.length === 1) return terms[0]!.variants
    // Ranked by their matches with each of the words.
    return [
      { exactness: 'inflected' as const, expression: all(terms.map(termExpression)), needles: [] },
      ...terms.flatMap((term) => term.variants.map(({ exactness, needles }) => ({ exactness, needles }))),
    ]
  })
  return {
    typed: alternatives.map((terms) => terms.map(({ typed }) => typed).join(' ')).join(OR),
    information: 'normal',
    variants,
  }
}

/** Texts to mark in titles: the searched words and their synonyms. */
const MOST = 60

/** How titles may write the words of the queries, and their plurals. */
export function marksOf(queries: readonly QueryTerms[]): string[] {
  const marks = new Set<string>()
  for (const { variants } of queries.flatMap(({ terms, extra }) => [...terms, ...extra]))
    for (const { shown = [] } of variants)
      for (const text of shown) {
        for (const written of [text, inDigits(text)]) marks.add(written)
        if (LATIN.test(text)) marks.add(`${text}s`)
      }
  return [...marks].slice(0, MOST)
}

const LATIN = /^[a-z]+$/
