import { type Segment, segmentsOf } from './segments.ts'
import groups from './synonyms.json' with { type: 'json' }

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

/** The table as it is edited. */
export const SYNONYMS: readonly SynonymGroup[] = groups

/** All ways in which a group is written, as in the table. */
export function writingsOf({ en = [], ja = [], kana = [], romaji = [], sign = [] }: SynonymGroup): string[] {
  return [...en, ...ja, ...kana, ...romaji, ...sign]
}

const concepts = new Map<string, Writing[]>()
let longest = 1

for (const group of SYNONYMS) {
  const onlyWhole = new Set([...(group.kana ?? []), ...(group.whole ?? [])])
  const writings = writingsOf(group).map((text) => ({
    segments: segmentsOf(text),
    whole: onlyWhole.has(text),
  }))
  for (const { segments } of writings) {
    concepts.set(keyOf(segments), writings)
    longest = Math.max(longest, segments.length)
  }
}

/** Every way of writing what these pieces together mean; undefined where the table does not know them. */
export function writingsLike(segments: readonly Segment[]): readonly Writing[] | undefined {
  return concepts.get(keyOf(segments))
}

/** Pieces of the longest way of writing. */
export const LONGEST_WRITING = longest

/** Two ways of writing with the same key are the same to search. */
export function keyOf(segments: readonly Segment[]): string {
  return segments.map(({ text }) => text).join(' ')
}
