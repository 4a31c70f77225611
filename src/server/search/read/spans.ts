import type { Db } from '#server/db/schema.ts'
import type { Lesson, SearchRules } from '#server/search/rules/search-rules.ts'
import { conceptAt } from '#server/search/text/concepts.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import type { Concept } from '#server/search/text/synonyms.ts'
import type { Unit } from '#server/search/text/units.ts'
import { type JoinedWords, joinedWordsAt } from './joined-words.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Units of a query that are one thing. */
export interface Span {
  units: readonly Unit[]
  from: number
  /** Its concept in the synonym table. */
  concept?: Concept
  /** Hiragana of several words, which the dictionary reads badly: すいぞくかん. */
  kana?: string
  /** The word that several units spell otherwise: 盆踊り for 盆 and 踊. */
  joined?: JoinedWords
  /** What the operator teaches of it. */
  lesson?: Lesson
}

/** The spans of a query, without units that tell nothing. The operator's words win over others that are no longer. */
export function spansOf(units: readonly Unit[], vocabulary: Vocabulary, rules?: SearchRules): Span[] {
  const spans: Span[] = []
  for (let from = 0; from < units.length; ) {
    const read = spanAt(units, from, vocabulary)
    const lesson = rules?.lessonAt(units, from)
    const isTaught = lesson && lesson.to >= from + read.units.length
    const span: Span = isTaught ? { units: units.slice(from, lesson.to), from, lesson } : read
    if (isTaught || span.concept || span.kana || span.joined || span.units[0]!.token !== undefined)
      spans.push(span)
    from += span.units.length
  }
  return spans
}

function spanAt(units: readonly Unit[], from: number, vocabulary: Vocabulary): Span {
  const kanaTo = hiraganaTo(units, from)
  const found = conceptAt(units, from)
  const joined = joinedWordsAt(units, from, vocabulary)
  const conceptTo = found?.to ?? from
  if (joined && joined.to > Math.max(conceptTo, kanaTo))
    return { units: units.slice(from, joined.to), from, joined }
  if (kanaTo > conceptTo)
    return { units: units.slice(from, kanaTo), from, kana: textOf(units.slice(from, kanaTo)) }
  if (found) return { units: units.slice(from, conceptTo), from, concept: found.concept }
  return { units: [units[from]!], from }
}

/** Inside a text; fewer kana are particles. */
const SHORTEST_KANA = 4

/** Where the hiragana that begins here ends, if the dictionary split it into several units; else 0. */
export function hiraganaTo(units: readonly Unit[], from: number): number {
  let to = from
  while (to < units.length && isInHiragana(units[to]!) && (to === from || units[to]!.joined)) to++
  const isWhole = !units[from]!.joined && !units[to]?.joined
  const isRead = to - from > 1 && (isWhole || textOf(units.slice(from, to)).length >= SHORTEST_KANA)
  return isRead ? to : 0
}

export function isInHiragana({ word }: Unit): boolean {
  return word !== undefined && isHiragana(word.written)
}

export function textOf(units: readonly Unit[]): string {
  return units.map(({ surface }) => surface).join('')
}

/** The units as they were typed: English with spaces between, Japanese without. */
export function typedOf(units: readonly Unit[]): string {
  return units
    .map(({ surface, word, joined }, at) => `${at === 0 || joined ? '' : ' '}${word?.written ?? surface}`)
    .join('')
}

export interface Reading {
  db: Db
  vocabulary: Vocabulary
  /** All spans of the query, by which a misspelt one is corrected. */
  spans: readonly Span[]
  /** Filled with the corrections. */
  corrections: Map<string, string>
  /** Whether a span may be the beginning of a word. */
  isUnfinished(span: Span): boolean
  /** Whether even known words are completed. */
  completesAll: boolean
  /** False if nothing may be guessed. */
  corrects?: boolean
  /** Words that were looked up as misspelt. */
  guesses: number
  /** The operator's rules, and the units of the texts that they name. */
  rules?: SearchRules | undefined
  taught: ReadonlyMap<string, readonly Unit[]>
}
