import type { Db } from '#server/db/schema.ts'
import { EXACTNESS } from '#server/search/query/weights.ts'
import type { Lesson, SearchRules } from '#server/search/rules/search-rules.ts'
import { all } from '#server/search/text/expression.ts'
import { analyse } from '#server/search/text/japanese/analyse.ts'
import type { Analysis } from '#server/search/text/japanese/words.ts'
import { hasKanji, isKatakana } from '#server/search/text/scripts.ts'
import { type Segment, segmentsOf } from '#server/search/text/segments.ts'
import { conceptWritten } from '#server/search/text/synonyms.ts'
import { surfaceOf, type Unit, unitsOf } from '#server/search/text/units.ts'
import { parseQuery, type QueryPart } from './parse-query.ts'
import { noteLookups, termsOfSpan, unknownTerm } from './span-terms.ts'
import type { Reading } from './spans.ts'
import { isInHiragana, type Span, spansOf, typedOf } from './spans.ts'
import {
  eitherOf,
  excludedExpression,
  phraseVariant,
  type QueryTerms,
  type Term,
  type Variant,
} from './term.ts'
import { informationOf } from './unit-information.ts'
import { MOST_GUESSES } from './unknown-word.ts'
import { lookUp, noLookups, type Vocabulary } from './vocabulary.ts'

export interface ReadOptions {
  /** Whether the last word may be unfinished, as in search as you type. */
  unfinished?: boolean
  /** What the operator teaches; without them words mean what the thesaurus says. */
  rules?: SearchRules
}

/** Reads a search text: the terms that a clip should have, in any spelling that the catalogue knows. It never fails. */
export async function readQuery(db: Db, text: string, options: ReadOptions = {}): Promise<QueryTerms> {
  const read = await readOnce(db, text, options)
  if (read.corrections.size === 0) return read
  // A corrected word may belong to a longer name: traditonal japanese house.
  const again = await readOnce(db, correctedText(text, read), options)
  return again.corrections.size === 0 ? { ...again, corrections: read.corrections } : read
}

/** The text with its typos corrected, which are typed with or without accents. */
export function correctedText(text: string, { corrections }: Pick<QueryTerms, 'corrections'>): string {
  let corrected = text.normalize('NFKD')
  for (const [typed, correction] of corrections) {
    const letters = typed.normalize('NFD').replace(/[^\p{L}\p{N}\p{M}]/gu, '\\$&')
    const pattern = `${letters.replace(/[a-z]/g, '$&\\p{M}*')}(?!\\p{M})`
    corrected = corrected.replace(new RegExp(pattern, 'iu'), () => correction.normalize('NFD'))
  }
  return corrected.normalize('NFC')
}

async function readOnce(
  db: Db,
  text: string,
  { unfinished = false, rules }: ReadOptions,
): Promise<QueryTerms> {
  const { parts, excluded, open } = parseQuery(text)
  const analysis = await analyseQuery([...parts.flatMap(({ segments }) => segments), ...excluded.flat()])
  const lookups = noLookups()
  const unitsRead = (segments: readonly Segment[], words = analysis): Unit[] => {
    const units = unitsOf(segments, words)
    noteLookups(units, lookups)
    return units
  }
  const lists = alternativesOf(parts).map((list) =>
    list.map((part) => ({ part, units: unitsRead(part.segments) })),
  )
  const lessons = lists.flat().flatMap(({ units }) => rules?.lessonsIn(units) ?? [])
  const taught = await readTaught(lessons, unitsRead)
  const unwanted = [
    ...excluded.map((segments) => unitsRead(segments)),
    ...new Set(lessons.flatMap(({ hides }) => hides.map((hidden) => taught.get(hidden.text)!))),
  ]
  const vocabulary = await lookUp(db, lookups)
  const read = lists.map((list) => list.map((part) => readPart(part, vocabulary, rules)))
  const last = open ? read.at(-1)?.at(-1)?.spans.at(-1) : undefined
  const spans = read.flat().flatMap((part) => part.spans)
  const reading: Reading = {
    db,
    vocabulary,
    spans,
    corrections: new Map(),
    isUnfinished: (span) => span === last,
    completesAll: unfinished,
    guesses: spans.filter((span) => isUnknown(span, vocabulary)).length > MOST_UNKNOWN ? MOST_GUESSES : 0,
    rules,
    taught,
  }
  const alternatives: Term[][] = []
  for (const list of read) alternatives.push(await termsOfParts(list, reading))
  const terms = alternatives.length > 1 ? [eitherOf(alternatives)] : alternatives.flat()
  const needed = terms.filter(({ information }) => information !== 'light')
  return {
    terms: needed.length > 0 ? needed : terms,
    extra: needed.length > 0 ? terms.filter(({ information }) => information === 'light') : [],
    excluded: await excludedTerms(unwanted, { reading, terms }),
    corrections: reading.corrections,
    phrase: lists.length === 1 ? lists[0]!.map(({ units }) => surfaceOf(units)).join(' ') : '',
  }
}

/**
 * A text with more words that the catalogue lacks is in another language, or nonsense; each guess takes milliseconds.
 */
const MOST_UNKNOWN = 6

function isUnknown({ concept, joined, kana, lesson, units }: Span, vocabulary: Vocabulary): boolean {
  const [unit] = units
  return (
    !concept && !joined && !lesson && kana === undefined && !unit!.word && !vocabulary.word(unit!.surface)
  )
}

/** Longer ones may be several words, which titles have separately. */
const ONE_WORD = 3

/** The words of each run. A short run that is in the synonym table needs no dictionary. */
async function analyseQuery(segments: readonly Segment[]): Promise<Analysis> {
  const isKnown = (segment: Segment) =>
    segment.kind === 'run' && segment.text.length <= ONE_WORD && conceptWritten(segment.text) !== undefined
  const analysis = await analyse(segments.filter((segment) => !isKnown(segment)))
  // A run that is not analysed is one unit.
  return { get: (run) => analysis.get(run) }
}

interface ReadPart {
  part: QueryPart
  units: readonly Unit[]
  /** Spans of words; a quoted phrase is taken literally. */
  spans: Span[]
}

/** The units of the texts that rules name, by text. */
async function readTaught(
  lessons: readonly Lesson[],
  unitsRead: (segments: readonly Segment[], words: Analysis) => Unit[],
): Promise<ReadonlyMap<string, Unit[]>> {
  const texts = new Set(lessons.flatMap(({ finds, hides }) => [...finds, ...hides].map(({ text }) => text)))
  if (texts.size === 0) return new Map()
  const segments = new Map([...texts].map((text) => [text, segmentsOf(text)]))
  const words = await analyseQuery([...segments.values()].flat())
  return new Map([...segments].map(([text, each]) => [text, unitsRead(each, words)]))
}

function readPart(
  { part, units }: Omit<ReadPart, 'spans'>,
  vocabulary: Vocabulary,
  rules: SearchRules | undefined,
): ReadPart {
  const spans = part.kind === 'words' ? spansOf(units, vocabulary, rules) : []
  // Only particles: の is then taken literally.
  const isOnlyParticles = part.kind === 'words' && spans.length === 0 && units.length > 0
  return { part: isOnlyParticles ? { ...part, kind: 'phrase' } : part, units, spans }
}

/** The parts between each `or`. */
function alternativesOf(parts: readonly QueryPart[]): QueryPart[][] {
  const lists: QueryPart[][] = [[]]
  for (const part of parts) {
    if (part.kind === 'or') lists.push([])
    else lists.at(-1)!.push(part)
  }
  return lists.filter((list) => list.length > 0)
}

async function termsOfParts(parts: readonly ReadPart[], reading: Reading): Promise<Term[]> {
  const terms: Term[] = []
  for (const { part, units, spans } of parts) {
    if (part.kind === 'phrase') terms.push(phraseTerm(part, units))
    else terms.push(...(await termsOfSpans(spans, reading)))
  }
  return terms
}

/**
 * Adds the separate words of a thing with several: temples and shrines. Hiragana is split into words that are none, and a
 * number tells nothing alone.
 */
function withParts(span: Span, terms: Term[] | undefined, reading: Reading): Term[] | undefined {
  const [term, more] = terms ?? []
  if (!term || more || !(span.concept || span.joined) || span.units.length < 2) return terms
  if (span.units.every(isInHiragana) || span.units.some(isNumber)) return terms
  if (span.units.every(isInKatakana) && !span.units.every(isWord)) return terms
  const each = span.units.flatMap((unit) => spansOf([{ ...unit, joined: false }], reading.vocabulary))
  return [{ ...term, parts: () => termsOfSpans(each, { ...reading, corrects: false }) }]
}

/** Japanese neighbours that the catalogue lacks are one unknown word: 京東 is not 京 and 東. */
async function termsOfSpans(spans: readonly Span[], reading: Reading): Promise<Term[]> {
  const read: { span: Span; variants: Term[] | undefined }[] = []
  for (const span of spans)
    read.push({
      span,
      variants: span.lesson
        ? [await taughtTerm(span, span.lesson, reading)]
        : withParts(span, await termsOfSpan(span, reading), reading),
    })
  const isPiece = (span: Span) =>
    read.some(
      ({ span: other, variants }) =>
        (!variants || isLoneKanji(other)) && isLoneKanji(span) && isBeside(other, span),
    )
  const terms: Term[] = []
  let unknown: Span[] = []
  const endUnknown = async () => {
    if (unknown.length > 0) terms.push(await unknownTerms(unknown, reading))
    unknown = []
  }
  for (const { span, variants } of read) {
    const known = isPiece(span) ? undefined : variants
    const last = unknown.at(-1)
    if (known || (last && !endsJoined(last, span))) await endUnknown()
    if (known) terms.push(...known)
    else unknown.push(span)
  }
  await endUnknown()
  return terms
}

/** A word that the operator teaches: what it says itself, and what its rules add. It is never misspelt. */
async function taughtTerm({ units }: Span, lesson: Lesson, reading: Reading): Promise<Term> {
  const plain = { ...reading, corrects: false, rules: undefined }
  const termsOf = (some: readonly Unit[]) => termsOfSpans(spansOf(some, reading.vocabulary), plain)
  const own = await termsOf(units)
  const [first, more] = own
  const variants = first ? [...eitherOf([own]).variants] : []
  for (const { text, exactness } of lesson.finds) {
    const found = await termsOf(reading.taught.get(text)!)
    if (found.length === 0) continue
    for (const variant of eitherOf([found]).variants) variants.push(weakened(variant, exactness))
  }
  return {
    typed: typedOf(units),
    information: first && !more ? first.information : 'normal',
    ...(first?.concept && !more && { concept: first.concept }),
    variants,
    lesson,
  }
}

/** What a rule adds counts less than the word itself. */
function weakened(variant: Variant, exactness: 'same' | 'kind'): Variant {
  return EXACTNESS[variant.exactness] > EXACTNESS[exactness] ? { ...variant, exactness } : variant
}

/** One term for spans that are one word, which may also be left out one by one. */
async function unknownTerms(spans: readonly Span[], reading: Reading): Promise<Term> {
  const [first] = spans
  const term = await unknownTerm({ ...first!, units: spans.flatMap(({ units }) => units) }, reading)
  const words = spans.filter((span) => !isLoneKanji(span))
  const parts = async () =>
    (await Promise.all(words.map((span) => termsOfSpan(span, reading)))).flatMap((terms) => terms ?? [])
  return spans.length > 1 ? { ...term, parts } : term
}

/** A character that the synonym table lacks merely occurs in other words: 京東 is not found as 京. */
function isLoneKanji({ concept, units: [unit, more] }: Span): boolean {
  return !concept && !more && unit!.surface.length === 1 && hasKanji(unit!.surface)
}

function isWord(unit: Unit): boolean {
  return informationOf({ units: [unit] }) === 'light' || conceptWritten(unit.text) !== undefined
}

function isBeside(one: Span, other: Span): boolean {
  return one !== other && (endsJoined(one, other) || endsJoined(other, one))
}

function endsJoined({ from, units }: Span, next: Span): boolean {
  return next.from === from + units.length && next.units[0]!.joined
}

function isNumber({ surface, word }: Unit): boolean {
  return word ? word.kind === 'number' : /^\d/.test(surface)
}

function isInKatakana({ word }: Unit): boolean {
  return word !== undefined && isKatakana(word.written)
}

/** A quoted phrase is searched literally, without synonyms. */
function phraseTerm({ text, segments }: QueryPart, units: readonly Unit[]): Term {
  const typed = `"${text}"`
  return { typed, information: 'normal', variants: [phraseVariant('typed', segments, units)] }
}

/** Excludes clips that have all words of one exclusion. */
async function excludedTerms(
  lists: readonly Unit[][],
  { reading, terms: wanted }: { reading: Reading; terms: readonly Term[] },
): Promise<Term[]> {
  const wider = new Set(wanted.flatMap(({ concept }) => concept?.wider ?? []))
  // In `pagoda -temple` every pagoda is a temple, so only clips that name one are excluded.
  const isWanted = ({ concept }: Term) => concept !== undefined && wider.has(concept)
  const excluded: Term[] = []
  for (const units of lists) {
    const spans = spansOf(units, reading.vocabulary)
    const read = await termsOfSpans(spans, { ...reading, corrects: false })
    if (read.length === 0) continue
    const terms = read.map((term) => (isWanted(term) ? withoutKinds(term) : term))
    const expression = all(terms.map(excludedExpression))
    const typed = terms.map((term) => term.typed).join(' ')
    excluded.push({
      typed: terms.length > 1 ? `"${typed}"` : typed,
      information: 'normal',
      variants: [{ exactness: 'typed', expression, needles: [] }],
    })
  }
  return excluded
}

function withoutKinds(term: Term): Term {
  return { ...term, variants: term.variants.filter(({ exactness }) => exactness !== 'kind') }
}
