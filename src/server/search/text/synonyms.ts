import { createHash } from 'node:crypto'
import { skeletonOf } from './japanese/skeleton.ts'
import { soundOf } from './japanese/sound.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { relationsOf } from './synonyms/relations.ts'
import { SYNONYMS, type SynonymGroup, writingsOf } from './synonyms/table.ts'
import { conceptToken, inTitle, type Token, widerToken } from './tokens.ts'

export { SYNONYMS, writingsOf }

/** A group of the synonym table as search reads it. */
export interface Concept {
  /** From its first writing, so that it stays when others are added to the table. */
  key: string
  /** All wider things, at any distance. */
  wider: readonly Concept[]
  seeAlso: readonly Concept[]
  /** Its writings as they are shown: in English first, then in Japanese. */
  names: readonly string[]
  /** Japanese readings, in hiragana. */
  readings: readonly string[]
  /** On clips that mention it, on those whose title does, and on those that mention a kind of it. */
  token: Token
  titleToken: Token
  widerToken: Token
}

const KANA = /^[\p{Script=Hiragana}ー]+$/u

const concepts = new Map<string, Concept>()
/** Length of the longest key that begins with these one or two characters. */
const longestFrom = new Map<string, number>()
const ofGroups = new Map<SynonymGroup, Concept>()
const bySound = new Map<string, Concept[]>()

for (const group of SYNONYMS) {
  const keys = writingsOf(group).map((text) => keyOf(segmentsOf(text)))
  const key = keys[0]!
  const token = conceptToken(key)
  const concept: Concept = {
    key,
    wider: [],
    seeAlso: [],
    names: [...(group.en ?? []), ...(group.ja ?? []), ...(group.kana ?? [])],
    readings: keys.filter((writing) => KANA.test(writing)),
    token,
    titleToken: inTitle(token),
    widerToken: widerToken(key),
  }
  ofGroups.set(group, concept)
  for (const reading of concept.readings) {
    const sound = soundOf(reading)
    bySound.set(sound, [...(bySound.get(sound) ?? []), concept])
  }
  for (const writing of keys.flatMap(spellingsOf)) {
    // A writing of the table itself goes before a spelling of another one.
    if (concepts.has(writing) && !keys.includes(writing)) continue
    concepts.set(writing, concept)
    for (const start of [writing.slice(0, 1), writing.slice(0, 2)])
      longestFrom.set(start, Math.max(longestFrom.get(start) ?? 0, writing.length))
  }
}

const relations = relationsOf(SYNONYMS)
for (const [group, concept] of ofGroups) {
  const { wider, seeAlso } = relations.get(group)!
  concept.wider = wider.map((other) => ofGroups.get(other)!)
  concept.seeAlso = seeAlso.map((other) => ofGroups.get(other)!)
}

/** What a writing means, by its key. */
export function conceptWritten(key: string): Concept | undefined {
  return concepts.get(key)
}

/** What may be meant by this loose key of a reading (soundOf). */
export function conceptsRead(sound: string): readonly Concept[] {
  return bySound.get(sound) ?? []
}

/** Length of the longest writing that begins as this key does; 0 if none does. */
export function longestWritingFrom(key: string): number {
  return longestFrom.get(key.slice(0, 2)) ?? 0
}

/** Two writings with the same key are the same to search. */
export function keyOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}

/** The key, and how else it may be written: in one word, and without okurigana. */
function spellingsOf(key: string): string[] {
  const skeleton = skeletonOf(key)
  return [key, withoutSpaces(key), ...(skeleton === undefined ? [] : [skeleton])]
}

/** "time lapse" is also written "timelapse". */
export function withoutSpaces(key: string): string {
  return key.replaceAll(' ', '')
}

/** Changes whenever the table does. */
export const SYNONYMS_VERSION = createHash('sha256')
  .update(JSON.stringify(SYNONYMS))
  .digest('hex')
  .slice(0, 16)
