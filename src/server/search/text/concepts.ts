import { hasKanji } from '#server/search/text/scripts.ts'
import { skeletonOf } from './japanese/skeleton.ts'
import { voiced } from './japanese/voicing.ts'
import type { JapaneseWord } from './japanese/words.ts'
import { memoize } from './memoize.ts'
import { type Concept, conceptWritten, longestWritingFrom, withoutSpaces } from './synonyms.ts'
import type { Unit } from './units.ts'

/** A concept that the units from `from` up to `to` write. */
export interface FoundConcept {
  concept: Concept
  from: number
  to: number
}

/** The concepts of a text from left to right, the longest writing first: 花火 is never 花. */
export function conceptsIn(units: readonly Unit[]): FoundConcept[] {
  const found: FoundConcept[] = []
  for (let at = 0; at < units.length; ) {
    const longest = conceptAt(units, at)
    if (longest) found.push(longest)
    at = longest?.to ?? at + 1
  }
  return found
}

/** The longest writing that begins at this unit and ends with one. */
export function conceptAt(units: readonly Unit[], at: number): FoundConcept | undefined {
  const first = units[at]!
  let found: FoundConcept | undefined
  let key = first.text
  let isSpaced = false
  let longest = longestWritingFrom(key)
  for (let to = at + 1; key.length <= longest; to++) {
    const concept = conceptWritten(key) ?? (isSpaced ? conceptWritten(withoutSpaces(key)) : undefined)
    // A particle alone is no word of the table in kana: もん is no gate.
    if (concept && (to > at + 1 || first.token !== undefined)) found = { concept, from: at, to }
    const next = units[to]
    if (!next) break
    isSpaced ||= !next.joined
    const before = next.joined ? key : `${key} `
    const inflected =
      next.word && next.word.base !== next.text ? conceptWritten(before + next.word.base) : undefined
    if (inflected) found = { concept: inflected, from: at, to: to + 1 }
    const isShort = key.length < 2
    key = before + next.text
    if (isShort) longest = longestWritingFrom(key)
  }
  return found ?? conceptOfBase(units, at)
}

/** 歩いて is 歩く, and 申込み is 申し込み. */
function conceptOfBase(units: readonly Unit[], at: number): FoundConcept | undefined {
  const { word } = units[at]!
  if (!word || word.kind === 'function') return undefined
  const { base, surface } = word
  const concept =
    (base === surface ? undefined : conceptWritten(base)) ??
    (endsInKana(base) ? conceptOfSkeleton(base) : undefined)
  return concept ? { concept, from: at, to: at + 1 } : undefined
}

/** Only such words have okurigana. */
function endsInKana(word: string): boolean {
  const last = word.charCodeAt(word.length - 1)
  return word.length > 2 && last >= FIRST_KANA && last <= LAST_KANA
}

const [FIRST_KANA, LAST_KANA] = [0x3041, 0x3096]

const conceptOfSkeleton = memoize((word): Concept | null => {
  const skeleton = skeletonOf(word)
  return (skeleton === undefined ? undefined : conceptWritten(skeleton)) ?? null
})

/**
 * What a Japanese noun is a kind of by its last part: 夜桜 is a 桜. A last character must be read alike in both, but for
 * a voiced beginning (よざくら, さくら), since 電車 (でんしゃ) is no 車 (くるま).
 */
export function headConcept({ word }: Unit): Concept | null {
  if (word?.kind !== 'noun' || word.surface.length < 2) return null
  let head = heads.get(word)
  if (head === undefined) {
    head = headOfNoun(word)
    heads.set(word, head)
  }
  return head
}

const heads = new WeakMap<JapaneseWord, Concept | null>()

function headOfNoun({ surface: text, reading }: JapaneseWord): Concept | null {
  if (conceptWritten(text)) return null
  const characters = [...text]
  for (let from = 1; from < characters.length; from++) {
    const last = characters.slice(from).join('')
    const concept = hasKanji(last) ? conceptWritten(last) : undefined
    if (concept && ([...last].length > 1 || endsAlike(reading, concept))) return concept
  }
  return null
}

function endsAlike(reading: string, { readings }: Concept): boolean {
  return readings.some((read) => reading.endsWith(read) || reading.endsWith(voiced(read)))
}
