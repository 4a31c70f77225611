import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { foldLatin, normalise } from '#server/search/text/fold.ts'
import { wordToken } from '#server/search/text/tokens.ts'
import { correctionsOf } from './known-words.ts'
import type { QueryTerms } from './query-terms.ts'
import { readRanks } from './read-ranks.ts'
import { anyClipWith } from './search-plan.ts'

const SHORTEST_CORRECTED = 5

/** The text with every word that no clip says put right by one letter, best guess first; empty where one cannot be. */
export async function correctedTexts(
  db: Kysely<Database>,
  text: string,
  { terms }: QueryTerms,
): Promise<string[]> {
  const guesses = new Map<string, string[]>()
  for (const word of await unknownWords(db, terms)) {
    const corrections = await correctionsOf(db, word)
    if (corrections.length === 0) return []
    guesses.set(word, corrections)
  }
  const most = Math.max(0, ...[...guesses.values()].map((corrections) => corrections.length))
  return Array.from({ length: most }, (_, guess) => replaced(text, guesses, guess))
}

async function unknownWords(db: Kysely<Database>, terms: QueryTerms['terms']): Promise<string[]> {
  const unknown: string[] = []
  for (const { writings } of terms) {
    if (writings.length > 1) continue
    for (const segment of writings[0]!.segments) {
      if (segment.kind !== 'word' || unknown.includes(segment.surface)) continue
      if ((await readRanks(db, anyClipWith(wordToken(segment.text)), 1)).length === 0)
        unknown.push(segment.surface)
    }
  }
  return unknown.every((word) => word.length >= SHORTEST_CORRECTED && /^[a-z]+$/.test(word)) ? unknown : []
}

function replaced(text: string, guesses: Map<string, string[]>, guess: number): string {
  return text.replace(/[\p{L}\p{N}\p{M}'’]+/gu, (word) => {
    const corrections = guesses.get(foldLatin(normalise(word)))
    return corrections ? (corrections[guess] ?? corrections[0]!) : word
  })
}
