import { type Segment, segmentsOf } from '#server/search/text/segments.ts'
import { conceptOf, LONGEST_RUN, LONGEST_WRITING, type Writing } from '#server/search/text/synonyms.ts'
import { parseQuery } from './parse-query.ts'

/** One thing that a clip must have, in any of several forms. */
export interface Term {
  /** Ways of writing it, the typed one first; any of them matches. */
  writings: Writing[]
  /** Its key in the synonym table, which the index has a token for. */
  concept?: string
  /** Whether that token is enough. しま, for example, is also searched inside other words. */
  covered?: boolean
  /** Terms that match too if a clip has all of them, anywhere: the words of what was typed as several. */
  together: Term[]
  /** Terms of which any is enough; what they are written as is in `writings`, too. */
  either?: Term[]
  /** The query's last word if it may be unfinished. */
  prefix?: string
}

/** A clip must have all of `terms` and none of `excluded`. */
export interface QueryTerms {
  terms: Term[]
  excluded: Term[]
}

/** Parses a search text into terms: concepts of the synonym table where it knows them, else single words. */
export function termsOf(text: string): QueryTerms {
  const { parts, excluded, open } = parseQuery(text)
  const lists: Term[][] = [[]]
  for (const [at, { kind, segments }] of parts.entries()) {
    if (kind === 'or') lists.push([])
    else if (kind === 'phrase') lists.at(-1)!.push(phraseTerm(segments))
    else lists.at(-1)!.push(...wordTerms(segments, open && at === parts.length - 1))
  }
  const alternatives = lists.filter((list) => list.length > 0)
  const terms = alternatives.length > 1 ? [eitherOf(alternatives)] : alternatives.flat()
  return { terms, excluded: excluded.map(knownTerm) }
}

function eitherOf(alternatives: readonly Term[][]): Term {
  const either = alternatives.map((terms) =>
    terms.length === 1 ? terms[0]! : { writings: [], covered: true, together: terms },
  )
  return { writings: either.flatMap(({ writings }) => writings), covered: true, together: [], either }
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

/** A quoted phrase is searched literally, without synonyms. */
function phraseTerm(segments: Segment[]): Term {
  return { writings: [asTyped(segments)], together: [] }
}

function asTyped(segments: Segment[]): Writing {
  return { segments, whole: false }
}

/** A concept of the synonym table, else the words as typed. Several words also match one by one. */
function knownTerm(segments: Segment[]): Term {
  const together = segments.length > 1 ? segments.map((segment) => knownTerm([segment])) : []
  const known = conceptOf(segments)
  if (!known) return { writings: [asTyped(segments)], together }
  const writings = [asTyped(segments), ...known.concept.writings]
  return { writings, together, concept: known.concept.key, covered: !known.whole }
}

function unknownTerm(segment: Segment, open: boolean): Term {
  if (segment.kind === 'run')
    return {
      writings: [asTyped([withoutLastBar(segment)])],
      together: runParts(segment.original).map((part) => knownTerm(segmentsOf(part))),
    }
  const term = { writings: [asTyped([segment])], together: [] }
  return open && segment.kind === 'word' && segment.surface.length > 1
    ? { ...term, prefix: segment.surface }
    : term
}

/** コンピューター is also written コンピュータ, which matches both. */
function withoutLastBar(run: Segment & { kind: 'run' }): Segment {
  if (run.text.length < 4 || !run.text.endsWith('ー')) return run
  return { ...run, text: run.text.slice(0, -1), original: run.original.slice(0, -1) }
}

const PARTICLES =
  /(?<=[\p{Script=Han}\p{Script=Katakana}ー])[のとやにでをがはもへ](?=[\p{Script=Han}\p{Script=Katakana}])/u

/** 京都の雨 and 京都雨 are 京都 and 雨; 京東 is not 東京. Empty for a single word. */
export function runParts(original: string): string[] {
  const parts =
    knownWordsOf(original) ?? original.split(PARTICLES).flatMap((part) => knownWordsOf(part) ?? [part])
  return parts[0] === original ? [] : parts
}

/** What may stand between words, and after the last. */
const BETWEEN_WORDS = /(?:または|および|にある|のある|など|[のとやにでをがはもへ])/y

/** The known words that a run consists of, the longest first; undefined if anything else is left over. */
function knownWordsOf(run: string): string[] | undefined {
  const words: string[] = []
  for (let at = 0; at < run.length; ) {
    BETWEEN_WORDS.lastIndex = at
    const [between = ''] = (words.length > 0 && BETWEEN_WORDS.exec(run)) || []
    const word = longestKnown(run, at)
    if (!word && !between) return undefined
    if (word && word.length > between.length) words.push(word)
    at += Math.max(word?.length ?? 0, between.length)
  }
  return words.some((word) => word.length > 1) ? words : undefined
}

function longestKnown(run: string, at: number): string | undefined {
  for (let end = Math.min(run.length, at + LONGEST_RUN); end > at; end--) {
    const word = run.slice(at, end)
    if (conceptOf(segmentsOf(word))) return word
  }
  return undefined
}
