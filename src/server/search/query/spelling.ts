import type { Db } from '#server/db/schema.ts'
import { foldLatin, normalise } from '#server/search/text/fold.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { SYNONYMS, writingsOf } from '#server/search/text/synonyms.ts'
import { type Token, wordToken } from '#server/search/text/tokens.ts'
import { type QueryTerms, type Term, termsOf } from './query-terms.ts'
import { readRanks } from './read-ranks.ts'
import { anyClipWith } from './search-plan.ts'

/** The commonest words that a prefix is completed to. */
const COMPLETIONS = 32
/** Corrections to try for one word. */
const CORRECTIONS = 3
const SHORTEST_CORRECTED = 5
/** Sorts after every letter: the end of a prefix range. */
export const AFTER = '\u{10ffff}'

/** Tokens of the catalogue's words that begin as an unfinished last word does, the commonest first. */
export async function completionsOf(db: Db, { terms }: QueryTerms): Promise<Token[]> {
  const prefix = terms.at(-1)?.prefix
  if (!prefix) return []
  const words = await db
    .selectFrom('search_words')
    .select('stem')
    .where('word', '>=', prefix)
    .where('word', '<', prefix + AFTER)
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('word')
    .limit(COMPLETIONS)
    .execute()
  return [...new Set(words.map(({ stem }) => wordToken(stem)))]
}

/** The text with each unknown word corrected by one edit, best guess first; empty if a word has no correction. */
export async function correctedTexts(db: Db, text: string): Promise<string[]> {
  const guesses = new Map<string, string[]>()
  for (const word of await unknownWords(db, termsOf(text).terms)) {
    const corrections = await correctionsOf(db, word)
    if (corrections.length === 0) return []
    guesses.set(word, corrections)
  }
  const most = Math.max(0, ...[...guesses.values()].map((corrections) => corrections.length))
  return Array.from({ length: most }, (_, guess) => corrected(text, guesses, guess))
}

function corrected(text: string, guesses: Map<string, string[]>, guess: number): string {
  return text.replace(/[\p{L}\p{N}\p{M}'’]+/gu, (word) => {
    const corrections = guesses.get(foldLatin(normalise(word)))
    return corrections ? (corrections[guess] ?? corrections[0]!) : word
  })
}

/** Words that no clip has; none if one of them is short or not plain Latin. */
async function unknownWords(db: Db, terms: readonly Term[]): Promise<string[]> {
  const unknown: string[] = []
  for (const { writings } of terms) {
    if (writings.length !== 1) continue
    for (const segment of writings[0]!.segments) {
      if (segment.kind !== 'word' || unknown.includes(segment.surface)) continue
      if ((await readRanks(db, anyClipWith(wordToken(segment.text)), 1)).length === 0)
        unknown.push(segment.surface)
    }
  }
  return unknown.every((word) => word.length >= SHORTEST_CORRECTED && /^[a-z]+$/.test(word)) ? unknown : []
}

/** Known words one edit away, the commonest first. An edit leaves half of a word intact, so look up both halves. */
async function correctionsOf(db: Db, word: string): Promise<string[]> {
  const half = Math.floor((word.length - 1) / 2)
  const start = word.slice(0, half)
  const end = [...word].toReversed().join('').slice(0, half)
  const alike = await db
    .selectFrom('search_words')
    .select(['word', 'clips'])
    .where('clips', '>', 0)
    .where(({ or, and, eb }) =>
      or([
        and([eb('word', '>=', start), eb('word', '<', start + AFTER)]),
        and([eb('reversed', '>=', end), eb('reversed', '<', end + AFTER)]),
      ]),
    )
    .execute()
  const known = [...alike, ...LATIN_WRITINGS.map((writing) => ({ word: writing, clips: 0 }))]
  return [...new Map(known.toReversed().map((entry) => [entry.word, entry])).values()]
    .filter((entry) => isOneEditAway(word, entry.word))
    .sort((a, b) => b.clips - a.clips || (a.word < b.word ? -1 : 1))
    .slice(0, CORRECTIONS)
    .map((entry) => entry.word)
}

/** The synonym table's single Latin words: sakura finds 桜 even if no clip has the word. */
const LATIN_WRITINGS = SYNONYMS.flatMap((group) =>
  writingsOf(group).flatMap((writing) => {
    const [word, more] = segmentsOf(writing)
    return word?.kind === 'word' && !more ? [word.surface] : []
  }),
)

/** Whether the words differ by one letter inserted, deleted or replaced, or by two neighbours swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (a[at] === b[at] && at < a.length) at++
  if (a.length > b.length) return a.slice(at + 1) === b.slice(at)
  if (a.length < b.length) return a.slice(at) === b.slice(at + 1)
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at]
  return a.slice(at + 1) === b.slice(at + 1) || (swapped && a.slice(at + 2) === b.slice(at + 2))
}
