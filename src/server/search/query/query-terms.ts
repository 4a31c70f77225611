import type { Segment } from '#server/search/text/segments.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { conceptOf, LONGEST_WRITING, type Writing } from '#server/search/text/synonyms.ts'
import type { ParsedQuery } from './parse-query.ts'

/** One thing that a clip must have, in any of several ways. */
export interface Term {
  /** Ways of writing it, any of which will do, the one that was typed first. */
  writings: Writing[]
  /** What it is known as in the synonym table, which the index has a token for. */
  concept?: string
  /** Whether that token says everything that was typed says: しま typed is also looked for within other words. */
  covered?: boolean
  /** Or all of these, wherever they are: for what was typed as several words. */
  together: Term[]
  /** The last word of the query as typed, where it may be the beginning of another. */
  beginning?: string
}

/** What a clip must have, all of it, and what it must not have. */
export interface QueryTerms {
  terms: Term[]
  excluded: Term[]
}

/** The terms of a query: ways of writing that the synonym table knows, and otherwise the words as they are. */
export function termsOf({ parts, excluded, open }: ParsedQuery): QueryTerms {
  const terms = parts.flatMap(({ kind, segments }, at) => {
    if (kind === 'phrase') return [phraseTerm(segments)]
    return wordTerms(segments, open && at === parts.length - 1)
  })
  return { terms, excluded: excluded.map(knownTerm) }
}

/** Words in order, the longest known writing first. */
function wordTerms(segments: readonly Segment[], open: boolean): Term[] {
  const terms: Term[] = []
  for (let at = 0; at < segments.length; ) {
    const length = knownLength(segments, at)
    const piece = segments.slice(at, at + Math.max(length, 1))
    at += piece.length
    if (length > 0) terms.push(knownTerm(piece))
    else terms.push(unknownTerm(piece[0]!, open && at === segments.length))
  }
  return terms
}

function knownLength(segments: readonly Segment[], at: number): number {
  for (let length = Math.min(LONGEST_WRITING, segments.length - at); length > 0; length--)
    if (conceptOf(segments.slice(at, at + length))) return length
  return 0
}

/** A quoted phrase means what it says, letter for letter. */
function phraseTerm(segments: Segment[]): Term {
  return { writings: [asTyped(segments)], together: [] }
}

function asTyped(segments: Segment[]): Writing {
  return { segments, whole: false }
}

/** Also what was typed, word by word, where the table does not know it. */
function knownTerm(segments: Segment[]): Term {
  const together = segments.length > 1 ? segments.map((segment) => knownTerm([segment])) : []
  const known = conceptOf(segments)
  if (!known) return { writings: [asTyped(segments)], together }
  const writings = [asTyped(segments), ...known.concept.writings]
  return { writings, together, concept: known.concept.key, covered: !known.whole }
}

function unknownTerm(segment: Segment, open: boolean): Term {
  const term = { writings: [asTyped([segment])], together: [] }
  if (segment.kind === 'run')
    return {
      ...term,
      writings: [asTyped([withoutLastBar(segment)])],
      together: runParts(segment.original).map((part) => knownTerm(segmentsOf(part))),
    }
  return open && segment.kind === 'word' && segment.surface.length > 1
    ? { ...term, beginning: segment.surface }
    : term
}

/** コンピューター is also written コンピュータ, which the longer one holds. */
function withoutLastBar(run: Segment & { kind: 'run' }): Segment {
  if (run.text.length < 4 || !run.text.endsWith('ー')) return run
  return { ...run, text: run.text.slice(0, -1), original: run.original.slice(0, -1) }
}

const PARTICLES =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー])[のとやにでをがはもへ](?=[\p{Script=Han}\p{Script=Katakana}])/u

/**
 * 京都の雨 and 京都雨 also mean 京都 and 雨, wherever they stand: a run is parted at its particles and where it is made
 * of known words alone, of which at least one has two characters. So 京東 is never taken for 東京. Empty for a run that is
 * one part.
 */
export function runParts(original: string): string[] {
  const parts = original.split(PARTICLES).flatMap((part) => knownWordsOf(part) ?? [part])
  return parts.length === 1 ? [] : parts
}

/** The known words that a run is made of, the longest first; undefined where something is left over. */
function knownWordsOf(run: string): string[] | undefined {
  const words: string[] = []
  for (let at = 0; at < run.length; ) {
    const word = longestKnown(run, at)
    if (!word) return undefined
    words.push(word)
    at += word.length
  }
  return words.some((word) => word.length > 1) ? words : undefined
}

function longestKnown(run: string, at: number): string | undefined {
  for (let end = run.length; end > at; end--) {
    const word = run.slice(at, end)
    if (conceptOf(segmentsOf(word))) return word
  }
  return undefined
}
