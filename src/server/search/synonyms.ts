import { createHash } from 'node:crypto'
import { type Segment, segmentsOf } from './segments.ts'
import groups from './synonyms.json' with { type: 'json' }
import { conceptToken, inTitle, type Token } from './tokens.ts'

/** One thing, however it is written. Any list may be left out. */
export interface SynonymGroup {
  en?: string[]
  ja?: string[]
  kana?: string[]
  romaji?: string[]
  /** Emoji. */
  sign?: string[]
  /** Those of `ja` that also stand inside names of other things, as 川 does in 神奈川. */
  whole?: string[]
}

/** A way of writing something, as search reads it. */
export interface Writing {
  segments: Segment[]
  /**
   * To be found as a word of a title or as a keyword only, never as part of other words: しま is an island,
   * but not in します.
   */
  whole: boolean
}

/** A group as search reads it. */
export interface Concept {
  /** Known by its first writing, so that it stays the same when others are added to the table. */
  key: string
  writings: Writing[]
  /** Of a clip that speaks of it, and of one whose title does. */
  token: Token
  titleToken: Token
}

/** The table as it is edited. */
export const SYNONYMS: readonly SynonymGroup[] = groups

/** All ways in which a group is written, as in the table. */
export function writingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}

const concepts = new Map<string, { concept: Concept; whole: boolean }>()
/** Japanese writings that may be part of a longer run, by their first code unit: looked up for each character there is. */
const parts: ({ text: string; concept: Concept }[] | undefined)[] = new Array(0x10000)
let longest = 1
/** Pieces of the longest way of writing that begins with this piece: most words begin none. */
const longestFrom = new Map<string, number>()

for (const group of SYNONYMS) {
  const onlyWhole = new Set([...(group.kana ?? []), ...(group.whole ?? [])])
  const writings = writingsOf(group).map((text) => ({
    segments: segmentsOf(text),
    whole: onlyWhole.has(text),
  }))
  const key = keyOf(writings[0]!.segments)
  const token = conceptToken(key)
  const concept = { key, writings, token, titleToken: inTitle(token) }
  for (const { segments, whole } of writings) {
    concepts.set(keyOf(segments), { concept, whole })
    longest = Math.max(longest, segments.length)
    const first = segments[0]!.text
    longestFrom.set(first, Math.max(longestFrom.get(first) ?? 0, segments.length))
    const [run, more] = segments
    if (run?.kind === 'run' && !more && !whole) addPart(run.text, concept)
  }
}

function addPart(text: string, concept: Concept): void {
  const first = text.charCodeAt(0)
  parts[first] = [...(parts[first] ?? []), { text, concept }]
}

/** What these pieces together mean, and whether they say it only where they stand alone; undefined where that is not known. */
export function conceptOf(segments: readonly Segment[]): { concept: Concept; whole: boolean } | undefined {
  return concepts.get(keyOf(segments))
}

/** Pieces of the longest way of writing. */
export const LONGEST_WRITING = longest

/** Everything that a text speaks of: in its words, and in any part of its Japanese. */
export function conceptsIn(segments: readonly Segment[], found: Set<Concept>): void {
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]!
    if (segment.kind === 'run') conceptsInRun(segment.text, found)
    else conceptsFrom(segments, at, found)
  }
}

/** Everything that words, each whole, speak of. */
export function conceptsInWords(words: readonly string[], found: Set<Concept>): void {
  for (let at = 0; at < words.length; at++) {
    const most = longestFrom.get(words[at]!) ?? 0
    for (let key = '', end = at; end < Math.min(words.length, at + most); end++) {
      key = key === '' ? words[end]! : `${key} ${words[end]}`
      const known = concepts.get(key)
      if (known) found.add(known.concept)
    }
  }
}

function conceptsFrom(segments: readonly Segment[], at: number, found: Set<Concept>): void {
  const most = longestFrom.get(segments[at]!.text) ?? 0
  for (let key = '', end = at; end < Math.min(segments.length, at + most); end++) {
    if (segments[end]!.kind === 'run') return
    key = key === '' ? segments[end]!.text : `${key} ${segments[end]!.text}`
    const known = concepts.get(key)
    if (known && !known.whole) found.add(known.concept)
  }
}

const NO_PARTS: readonly { text: string; concept: Concept }[] = []

function conceptsInRun(run: string, found: Set<Concept>): void {
  for (let at = 0; at < run.length; at++)
    for (const { text, concept } of parts[run.charCodeAt(at)] ?? NO_PARTS)
      if (run.startsWith(text, at)) found.add(concept)
}

/** Two ways of writing with the same key are the same to search. */
export function keyOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}

/** Changes whenever the table does. */
export const SYNONYMS_VERSION = createHash('sha256')
  .update(JSON.stringify(SYNONYMS))
  .digest('hex')
  .slice(0, 16)
