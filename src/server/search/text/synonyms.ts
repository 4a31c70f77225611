import { createHash } from 'node:crypto'
import { type Segment, segmentsOf } from './segments.ts'
import { relationsOf } from './synonyms/relations.ts'
import { SYNONYMS, type SynonymGroup, writingsOf } from './synonyms/table.ts'
import { conceptToken, inTitle, type Token } from './tokens.ts'

export { SYNONYMS, writingsOf }

/** A writing, as search reads it. */
export interface Writing {
  segments: Segment[]
  /** Matches only a whole word of a title or a whole keyword: しま is an island, but not in します. */
  whole: boolean
}

/** A group as search reads it. */
export interface Concept {
  /** From its first writing, so that it stays when others are added to the table. */
  key: string
  writings: Writing[]
  /** All wider things, at any distance. */
  wider: readonly Concept[]
  seeAlso: readonly Concept[]
  /** On clips that mention it, and on those whose title does. */
  token: Token
  titleToken: Token
}

/** What a writing means; `whole` as in Writing. */
export interface Known {
  concept: Concept
  whole: boolean
}

const concepts = new Map<string, Known>()
/** Japanese writings that may be part of a longer run, by their first code unit. */
const parts = new Map<number, { text: string; concept: Concept }[]>()
/** Pieces of the longest writing that begins with this piece. */
const longestFrom = new Map<string, number>()

const ofGroups = new Map<SynonymGroup, Concept>()

for (const group of SYNONYMS) {
  const onlyWhole = new Set([...(group.kana ?? []), ...(group.whole ?? [])])
  const writings = writingsOf(group).map((text) => ({
    segments: segmentsOf(text),
    whole: onlyWhole.has(text),
  }))
  const key = keyOf(writings[0]!.segments)
  const token = conceptToken(key)
  const concept: Concept = { key, writings, wider: [], seeAlso: [], token, titleToken: inTitle(token) }
  ofGroups.set(group, concept)
  for (const { segments, whole } of writings) {
    concepts.set(keyOf(segments), { concept, whole })
    const [first, more] = segments
    longestFrom.set(first!.text, Math.max(longestFrom.get(first!.text) ?? 0, segments.length))
    if (first!.kind === 'run' && !more && !whole) addPart(first!.text, concept)
  }
}

const relations = relationsOf(SYNONYMS)
for (const [group, concept] of ofGroups) {
  const { wider, seeAlso } = relations.get(group)!
  concept.wider = wider.map((other) => ofGroups.get(other)!)
  concept.seeAlso = seeAlso.map((other) => ofGroups.get(other)!)
}

function addPart(text: string, concept: Concept): void {
  const first = text.charCodeAt(0)
  parts.set(first, [...(parts.get(first) ?? []), { text, concept }])
}

/** What these pieces together mean, if the table has them. */
export function conceptOf(segments: readonly Segment[]): Known | undefined {
  return concepts.get(keyOf(segments))
}

/** Pieces of the longest writing. */
export const LONGEST_WRITING = Math.max(...longestFrom.values())
/** Characters of the longest writing. */
export const LONGEST_RUN = Math.max(...[...concepts.keys()].map((key) => key.length))

/** Adds every concept of a text to `found`: those of its words, and of any part of its Japanese. */
export function addConceptsIn(segments: readonly Segment[], found: Set<Concept>): void {
  const texts = segments.map((segment) => (segment.kind === 'run' ? undefined : segment.text))
  for (const [at, segment] of segments.entries())
    if (segment.kind === 'run') addConceptsOfRun(segment.text, found)
    else for (const { concept, whole } of conceptsFrom(texts, at)) if (!whole) found.add(concept)
}

/** Adds every concept of whole words to `found`. */
export function addConceptsOfWords(words: readonly string[], found: Set<Concept>): void {
  for (const at of words.keys()) for (const { concept } of conceptsFrom(words, at)) found.add(concept)
}

/** What a piece means, alone and with those after it, up to the first undefined. */
function conceptsFrom(texts: readonly (string | undefined)[], at: number): Known[] {
  const longest = longestFrom.get(texts[at]!)
  if (longest === undefined) return NONE
  const found: Known[] = []
  let key = ''
  for (let next = at; next < at + longest && texts[next] !== undefined; next++) {
    key += next === at ? texts[next] : ` ${texts[next]}`
    const known = concepts.get(key)
    if (known) found.push(known)
  }
  return found
}

const NONE: Known[] = []

function addConceptsOfRun(run: string, found: Set<Concept>): void {
  for (let at = 0; at < run.length; at++)
    for (const { text, concept } of parts.get(run.charCodeAt(at)) ?? [])
      if (run.startsWith(text, at)) found.add(concept)
}

/** Two writings with the same key are the same to search. */
export function keyOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}

/** Changes whenever the table does. */
export const SYNONYMS_VERSION = createHash('sha256')
  .update(JSON.stringify(SYNONYMS))
  .digest('hex')
  .slice(0, 16)
