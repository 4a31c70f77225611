import { type Analysis, type JapaneseWord, readingAsWritten } from './japanese/words.ts'
import type { Segment } from './segments.ts'
import { japaneseToken, type Token } from './tokens.ts'

/** A word of a text in either language, or a sign. */
export interface Unit {
  /** What writings of the synonym table are compared with: a stem, a sign, or Japanese as it is written, folded. */
  text: string
  /** As written, folded. */
  surface: string
  /** Undefined for Japanese that tells nothing: particles, auxiliaries. */
  token: Token | undefined
  /** Whether it stands right behind the unit before it, in the same run of Japanese. */
  joined: boolean
  /** Of Japanese. */
  word?: JapaneseWord
}

/** The units of a text in order. A run that `analysis` lacks is one unit. */
export function unitsOf(segments: readonly Segment[], analysis: Analysis): Unit[] {
  return segments.flatMap((segment) => {
    if (segment.kind === 'sign') return [unitOf(segment.text, segment.text, segment.token)]
    if (segment.kind === 'word') return [unitOf(segment.text, segment.surface, segment.token)]
    return (analysis.get(segment.original) ?? [unknownWord(segment)]).map(japaneseUnit)
  })
}

function unitOf(text: string, surface: string, token: Token): Unit {
  return { text, surface, token, joined: false }
}

function japaneseUnit(word: JapaneseWord, at: number): Unit {
  let made = unitsMade.get(word)
  if (!made) {
    made = { first: unitOfWord(word, false), joined: unitOfWord(word, true) }
    unitsMade.set(word, made)
  }
  return at > 0 ? made.joined : made.first
}

/** A catalogue repeats its words. */
const unitsMade = new WeakMap<JapaneseWord, { first: Unit; joined: Unit }>()

function unitOfWord(word: JapaneseWord, joined: boolean): Unit {
  const { surface, base, kind } = word
  const token = kind === 'function' || HONORIFICS.has(surface) ? undefined : japaneseToken(base)
  return { text: surface, surface, token, joined, word }
}

/** As prefixes of nouns. */
const HONORIFICS = new Set(['お', 'ご', '御'])

function unknownWord({ text, original }: Segment & { kind: 'run' }): JapaneseWord {
  return { written: original, surface: text, base: text, reading: '', kind: 'noun' }
}

/** How units are read together, in hiragana; empty if one of them is not known. */
export function readingOf(units: readonly Unit[]): string {
  const readings = units.map(({ word }) => (word ? readingAsWritten(word) : ''))
  return readings.includes('') ? '' : readings.join('')
}

/** Units as scoring reads them, without spaces at the ends. */
export function surfaceOf(units: readonly Unit[]): string {
  return units.map(({ surface }) => surface).join(' ')
}
