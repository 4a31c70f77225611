import { createHash } from 'node:crypto'
import { NumberSet } from './number-set.ts'
import { type Segment, type Sign, segmentsOf, type Word } from './segments.ts'
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
  /** Its place in the table. */
  number: number
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

/** What a way of writing means; `whole` where it says so only standing alone. */
export interface Known {
  concept: Concept
  whole: boolean
}

const concepts = new Map<string, Known>()
/** Japanese writings that may be part of a longer run, by their first code unit: looked up for each character there is. */
const parts: ({ text: string; concept: Concept }[] | undefined)[] = new Array(0x10000)
let longest = 1
/** Pieces of the longest way of writing that begins with this piece. */
const longestFrom = new Map<string, number>()

for (const [number, group] of SYNONYMS.entries()) {
  const onlyWhole = new Set([...(group.kana ?? []), ...(group.whole ?? [])])
  const writings = writingsOf(group).map((text) => ({
    segments: segmentsOf(text),
    whole: onlyWhole.has(text),
  }))
  const key = keyOf(writings[0]!.segments)
  const token = conceptToken(key)
  const concept = { number, key, writings, token, titleToken: inTitle(token) }
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

/** What these pieces together mean; undefined where that is not known. */
export function conceptOf(segments: readonly Segment[]): Known | undefined {
  return concepts.get(keyOf(segments))
}

/** Pieces of the longest way of writing. */
export const LONGEST_WRITING = longest

/** What texts speak of, each thing once. */
export class ConceptSet {
  readonly #numbers = new NumberSet()
  list: Concept[] = []

  add(concept: Concept): void {
    if (this.#numbers.add(concept.number)) this.list.push(concept)
  }

  clear(): void {
    this.#numbers.clear()
    this.list = []
  }
}

/** What ways of writing begin with a piece of text. */
export interface Beginnings {
  /** What the piece alone means. */
  alone: Known | undefined
  /** Pieces of the longest. */
  longest: number
}

/** Null for a piece that begins none, as most do. */
export function beginningsWith(text: string): Beginnings | null {
  const most = longestFrom.get(text)
  return most === undefined ? null : { alone: concepts.get(text), longest: most }
}

/** Everything that a text speaks of: in its words, and in any part of its Japanese. */
export function conceptsIn(segments: readonly Segment[], found: ConceptSet): void {
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at]!
    if (segment.kind === 'run') conceptsInRun(segment.text, found)
    else {
      const beginnings = beginningsOf(segment)
      if (beginnings)
        conceptsFrom(beginnings, textsFrom(segments, at), ({ concept, whole }) => whole || found.add(concept))
    }
  }
}

/** Of a word and those after it, up to the next run. */
function textsFrom(segments: readonly Segment[], at: number) {
  return (pieces: number) => {
    const segment = segments[at + pieces]
    return segment?.kind === 'run' ? undefined : segment?.text
  }
}

/** Everything that words, each whole, speak of; `beginnings` of each of them. */
export function conceptsInWords(
  words: readonly string[],
  beginnings: readonly (Beginnings | null)[],
  found: ConceptSet,
): void {
  for (const [at, begun] of beginnings.entries())
    if (begun)
      conceptsFrom(
        begun,
        (pieces) => words[at + pieces],
        ({ concept }) => found.add(concept),
      )
}

/** What a piece and those after it mean, it alone and together. */
function conceptsFrom(
  { alone, longest }: Beginnings,
  textAfter: (pieces: number) => string | undefined,
  found: (known: Known) => void,
): void {
  if (alone) found(alone)
  let key = textAfter(0)
  for (let pieces = 1; pieces < longest; pieces++) {
    const text = textAfter(pieces)
    if (text === undefined) return
    key += ` ${text}`
    const known = concepts.get(key!)
    if (known) found(known)
  }
}

/** By the number of a word, since it is asked for every word of every clip. */
const ofWords: (Beginnings | null | undefined)[] = []

export function beginningsOf(segment: Word | Sign): Beginnings | null {
  if (segment.kind === 'sign') return beginningsWith(segment.text)
  const known = ofWords[segment.number]
  if (known !== undefined) return known
  const found = beginningsWith(segment.text)
  ofWords[segment.number] = found
  return found
}

function conceptsInRun(run: string, found: ConceptSet): void {
  for (let at = 0; at < run.length; at++) {
    const begun = parts[run.charCodeAt(at)]
    if (begun) for (const { text, concept } of begun) if (run.startsWith(text, at)) found.add(concept)
  }
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
