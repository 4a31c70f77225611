import { createHash } from 'node:crypto'
import { TABLES_VERSION } from '#server/db/search/search-tables.ts'
import { readFolder } from '#server/search/data/read-data.ts'
import { skeletonOf } from './japanese/skeleton.ts'
import { soundOf } from './japanese/sound.ts'
import { lazy } from './memoize.ts'
import { isHiragana } from './scripts.ts'
import { type Segment, segmentsOf } from './segments.ts'
import { conceptToken, type Token, widerToken } from './tokens.ts'

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
const RULES = 12

/** Changes whenever the same clips give another index. */
export const indexVersion = lazy(() =>
  createHash('sha256')
    .update(JSON.stringify([RULES, TABLES_VERSION, synonyms()]))
    .digest('hex')
    .slice(0, 16),
)

/** All spellings of one thing, and its relations to other things by their first spelling. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  sign?: string[]
  /** Wider things: a search for flower also finds sakura, after the flowers, but not the other way round. */
  kindOf?: string[]
  /** Things that show a mood or serve a purpose: they are found as if each were a kind of it. */
  shownBy?: string[]
  /** Offered instead when nothing is found. It never brings results. */
  seeAlso?: string[]
}

const COLUMNS = 'en,ja,kana,romaji,sign,kindOf,shownBy,seeAlso'

/**
 * The groups of `data/thesaurus`, a line each. A spelling with several meanings stays out, or goes where buyers of
 * footage mean it: without the table it still finds itself. A search for a wider thing shows every kind of it.
 */
export const synonyms = lazy((): readonly SynonymGroup[] =>
  readFolder('thesaurus')
    .filter((line) => line !== COLUMNS)
    .map(groupOf),
)

function groupOf(line: string): SynonymGroup {
  const cells = line.split(',').map((cell): string[] => (cell === '' ? [] : cell.split('; ')))
  const columns = COLUMNS.split(',')
  if (cells.length !== columns.length)
    throw new Error(`the thesaurus has no row of ${columns.length} cells: ${line}`)
  return Object.fromEntries(columns.flatMap((column, at) => (cells[at]?.length ? [[column, cells[at]]] : [])))
}

/** All spellings of a group, as in the table. */
export function spellingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}

/** The groups that a group leads to. */
interface Relations {
  /** All wider groups, the nearest first, without the group itself. */
  wider: SynonymGroup[]
  seeAlso: SynonymGroup[]
}

/**
 * Resolves the names in `kindOf`, `shownBy` and `seeAlso`. Throws if a name is no group's first spelling or a group is
 * its own kind.
 */
export function relationsOf(groups: readonly SynonymGroup[]): Map<SynonymGroup, Relations> {
  const byName = new Map(groups.map((group) => [nameOf(group), group]))
  const named = (from: SynonymGroup, names: readonly string[] = []) =>
    names.map((name) => {
      const group = byName.get(name)
      if (!group) throw new Error(`"${nameOf(from)}" names "${name}", which is no group's first writing`)
      return group
    })
  const moods = new Map<SynonymGroup, SynonymGroup[]>()
  for (const mood of groups)
    for (const group of named(mood, mood.shownBy)) moods.set(group, [...(moods.get(group) ?? []), mood])
  const directly = (group: SynonymGroup) => [...named(group, group.kindOf), ...(moods.get(group) ?? [])]
  return new Map(
    groups.map((group) => {
      const wider = new Set(directly(group))
      // Iterating a set also visits additions.
      for (const next of wider) for (const further of directly(next)) wider.add(further)
      if (wider.has(group)) throw new Error(`"${nameOf(group)}" is a kind of itself`)
      return [group, { wider: [...wider], seeAlso: named(group, group.seeAlso) }]
    }),
  )
}

/** The name that other groups use: the first spelling. */
export function nameOf(group: SynonymGroup): string {
  return spellingsOf(group)[0]!
}
