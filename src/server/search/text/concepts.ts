import { readPairs, readWords } from '#server/search/data/read-data.ts'
import { stem } from './english/stem.ts'
import { skeletonOf } from './japanese/skeleton.ts'
import { memoize } from './memoize.ts'
import { hasKanji, isHiragana } from './scripts.ts'
import { type Concept, conceptWritten, longestWritingFrom, withoutSpaces } from './synonyms.ts'
import type { Unit } from './units.ts'

/** A concept written by the units from `from` up to `to`. */
export interface FoundConcept {
  concept: Concept
  from: number
  to: number
}

/** The concepts of a text from left to right, the longest spelling first: 花火 is never 花. */
export function conceptsIn(units: readonly Unit[]): FoundConcept[] {
  const found: FoundConcept[] = []
  for (let at = 0; at < units.length; ) {
    const longest = conceptAt(units, at)
    if (longest) found.push(longest)
    at = longest?.to ?? at + 1
  }
  return found
}

/** Living things with names that are other words in hiragana: 雲, 酒, 超. In katakana they are unambiguous. */
const IN_KATAKANA = readPairs('japanese/living-things.txt')

export function livingThing({ word }: Unit): Concept | undefined {
  const name = word && IN_KATAKANA.get(word.written)
  return name === undefined ? undefined : conceptWritten(name)
}

/** Characters that mean something else as part of a noun, by their reading there: 書道家 is no 家, 水牛車 no 車. */
const READ_OTHERWISE = readPairs('japanese/read-otherwise.txt')

/**
 * Whether a unit that is spelled like a thing is something else: also 鉛 of 鉛色, and さばく as a verb, which is no 砂漠.
 * Alone it is no verb, whatever the dictionary says: りょうり is 料理.
 */
function isOther(
  [{ text, joined, word }, next]: readonly [Unit, Unit?],
  { names }: Concept,
  isAlone: boolean,
): boolean {
  if (!word) return false
  if ((joined || word.kind === 'prefix') && READ_OTHERWISE.get(text) === word.reading) return true
  if (!isAlone && word.kind === 'verb' && isHiragana(word.written)) {
    const inKanji = names.filter(hasKanji)
    return inKanji.length > 0 && !inKanji.some((name) => name.endsWith(text.at(-1)!))
  }
  return next?.joined === true && next.text === '色' && word.kind === 'noun'
}

/** The longest spelling that begins at this unit and ends with one. */
export function conceptAt(units: readonly Unit[], at: number): FoundConcept | undefined {
  const first = units[at]!
  const living = livingThing(first)
  let found: FoundConcept | undefined = living && { concept: living, from: at, to: at + 1 }
  let key = first.text
  let isSpaced = false
  let longest = longestWritingFrom(key)
  for (let to = at + 1; key.length <= longest; to++) {
    const concept = conceptWritten(key) ?? (isSpaced ? conceptWritten(withoutSpaces(key)) : undefined)
    // A single particle is not a word of the table in kana: もん is no gate.
    if (
      concept &&
      (to > at + 1 ||
        (!living && first.token !== undefined && !isOther([first, units[to]], concept, units.length === 1)))
    )
      found = { concept, from: at, to }
    const next = units[to]
    if (!next) break
    isSpaced ||= !next.joined
    const before = next.joined ? key : `${key} `
    const inflected =
      next.word && next.word.base !== next.text ? conceptWritten(before + next.word.base) : undefined
    if (inflected) found = { concept: inflected, from: at, to: to + 1 }
    const polite = next.joined && isPolite(next) ? conceptWritten(`${key}さん`) : undefined
    if (polite) found = { concept: polite, from: at, to: to + 1 }
    const isShort = key.length < 2
    key = before + next.text
    if (isShort) longest = Math.max(longestWritingFrom(key), longestWritingFrom(withoutSpaces(key)) + 1)
  }
  return found ?? conceptOfBase(units, at)
}

/** お坊様 is お坊さん. */
function isPolite({ text }: Unit): boolean {
  return text === '様' || text === 'さま'
}

/**
 * Things in the name of a longer thing that is of no kind: looking at the sea has the sea. A whale shark is a shark,
 * and no whale.
 */
export function partsOf({ concept, from, to }: FoundConcept, units: readonly Unit[]): readonly Concept[] {
  if (to - from < 2 || concept.wider.length > 0) return []
  const inside = units.slice(from, to)
  const parts: Concept[] = []
  for (let at = 0; at < inside.length; at++) {
    const part = conceptAt(at === 0 ? inside.slice(0, -1) : inside, at)
    if (part) parts.push(part.concept)
  }
  return parts
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
 * Words that often mean something else than in the table. A text with one has the table's meaning only if the clip's texts
 * in the other language have it, too, or there are none.
 */
const HOMOGRAPHS: ReadonlySet<string> = new Set([
  ...readWords('english/homographs.txt').map(stem),
  ...readWords('japanese/homographs.txt'),
])

/** Whether a unit's text may mean something else than in the table. */
export const isHomograph = (text: string): boolean => HOMOGRAPHS.has(text)
