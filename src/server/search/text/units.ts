import { type Analysis, type JapaneseWord, readingAsWritten } from './japanese/words.ts'
import type { Segment } from './segments.ts'
import { japaneseToken, type Token } from './tokens.ts'

/** A word of a text in either language, or a sign. */
export interface Unit {
  /** The form compared with the synonym table: a stem, a sign, or Japanese as written, folded. */
  text: string
  /** As written, folded. */
  surface: string
  /** Undefined for Japanese function words: particles, auxiliaries. */
  token: Token | undefined
  /** Whether it directly follows the unit before it, in the same run of Japanese. */
  joined: boolean
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
  const { surface, base, kind } = word
  const token = kind === 'function' || HONORIFICS.has(surface) ? undefined : japaneseToken(base)
  return { text: surface, surface, token, joined: at > 0, word }
}

/** Prefixes of nouns. */
const HONORIFICS = new Set(['お', 'ご', '御'])

function unknownWord({ text, original }: Segment & { kind: 'run' }): JapaneseWord {
  return { written: original, surface: text, base: text, reading: '', kind: 'noun' }
}

/** Reading of the units together, in hiragana; empty if one is unknown. */
export function readingOf(units: readonly Unit[]): string {
  const readings = units.map(({ word }) => (word ? readingAsWritten(word) : ''))
  return readings.includes('') ? '' : readings.join('')
}

/** Units as scoring reads them, without spaces at the ends. */
export function surfaceOf(units: readonly Unit[]): string {
  return units.map(({ surface }) => surface).join(' ')
}
