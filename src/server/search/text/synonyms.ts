import { createHash } from 'node:crypto'
import { TABLES_VERSION } from '#server/db/search/search-tables.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import { skeletonOf } from './japanese/skeleton.ts'
import { soundOf } from './japanese/sound.ts'
import { lazy } from './memoize.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { relationsOf } from './synonyms/relations.ts'
import { type SynonymGroup, spellingsOf, synonyms } from './synonyms/table.ts'
import { conceptToken, type Token, widerToken } from './tokens.ts'

export { spellingsOf, synonyms }

/** A group of the synonym table as search reads it. */
export interface Concept {
  /** From its first spelling, so that it stays when others are added to the table. */
  key: string
  /** All wider things, at any distance. */
  wider: readonly Concept[]
  seeAlso: readonly Concept[]
  /** Its spellings for display: first in English, then in Japanese. */
  names: readonly string[]
  /** Keys of spellings in romaji. */
  romaji: ReadonlySet<string>
  /** Japanese readings, in hiragana. */
  readings: readonly string[]
  /** On clips that mention it or a kind of it. */
  token: Token
  widerToken: Token
}

interface Table {
  byKey: Map<string, Concept>
  bySound: Map<string, Concept[]>
  /** Length of the longest key that begins with these one or two characters. */
  longestFrom: Map<string, number>
}

/** Takes a quarter of a second. */
const table = lazy((): Table => {
  const made: Table = { byKey: new Map(), bySound: new Map(), longestFrom: new Map() }
  const ofGroups = new Map(synonyms().map((group) => [group, addGroup(group, made)]))
  for (const [group, { wider, seeAlso }] of relationsOf(synonyms())) {
    const concept = ofGroups.get(group)!
    concept.wider = wider.map((other) => ofGroups.get(other)!)
    concept.seeAlso = seeAlso.map((other) => ofGroups.get(other)!)
  }
  return made
})

const NO_ROMAJI: ReadonlySet<string> = new Set()

function addGroup(group: SynonymGroup, { byKey, bySound, longestFrom }: Table): Concept {
  const keys = spellingsOf(group).map((text) => keyOf(segmentsOf(text)))
  const key = keys[0]!
  const token = conceptToken(key)
  const concept: Concept = {
    key,
    wider: [],
    seeAlso: [],
    names: [...(group.en ?? []), ...(group.ja ?? []), ...(group.kana ?? [])],
    romaji: group.romaji ? new Set(group.romaji.map((text) => keyOf(segmentsOf(text)))) : NO_ROMAJI,
    readings: keys.filter((writing) => isHiragana(writing)),
    token,
    widerToken: widerToken(key),
  }
  for (const reading of concept.readings) {
    const sound = soundOf(reading)
    const others = bySound.get(sound)
    if (others) others.push(concept)
    else bySound.set(sound, [concept])
  }
  for (const writing of keys.flatMap(withDerivedKeys)) {
    // A spelling in the table wins over a derived one.
    if (byKey.has(writing) && !keys.includes(writing)) continue
    byKey.set(writing, concept)
    for (const start of [writing.slice(0, 1), writing.slice(0, 2)])
      longestFrom.set(start, Math.max(longestFrom.get(start) ?? 0, writing.length))
  }
  return concept
}

/** The concept with this spelling, by its key. */
export function conceptWritten(key: string): Concept | undefined {
  return table().byKey.get(key)
}

/** The concepts with this loose key of a reading (soundOf). */
export function conceptsRead(sound: string): readonly Concept[] {
  return table().bySound.get(sound) ?? []
}

/** Length of the longest spelling with the beginning of this key; 0 if there is none. */
export function longestWritingFrom(key: string): number {
  return table().longestFrom.get(key.slice(0, 2)) ?? 0
}

/** For search, two spellings with the same key are the same. */
export function keyOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}

/** The key's other spellings: as one word, and without okurigana. */
function withDerivedKeys(key: string): string[] {
  if (LATIN.test(key)) return key.includes(' ') ? [key, withoutSpaces(key)] : [key]
  const skeleton = skeletonOf(key)
  return skeleton === undefined || skeleton === key ? [key] : [key, skeleton]
}

const LATIN = /^[a-z0-9 ]+$/

/** "time lapse" is also written "timelapse". */
export function withoutSpaces(key: string): string {
  return key.replaceAll(' ', '')
}

/** Raise it when texts are read differently, so that every index is rebuilt. */
const RULES = 7

/** Changes whenever the same clips give another index. */
export const indexVersion = lazy(() =>
  createHash('sha256')
    .update(JSON.stringify([RULES, TABLES_VERSION, synonyms()]))
    .digest('hex')
    .slice(0, 16),
)
