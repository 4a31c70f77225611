import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { SYNONYMS, writingsOf } from '#server/search/text/synonyms.ts'
import { type Token, wordToken } from '#server/search/text/tokens.ts'
import { isOneEditAway } from './one-edit.ts'

/** Words that a beginning may be completed to, the commonest. */
const COMPLETIONS = 32
/** Corrections of one word that are worth a try. */
const CORRECTIONS = 3
/** Sorts after every word that begins the same. */
const AFTER = '\u{10ffff}'

/** What the catalogue's words that begin like this are indexed as, the commonest first. */
export async function completionsOf(db: Kysely<Database>, beginning: string): Promise<Token[]> {
  const words = await db
    .selectFrom('search_words')
    .select('stem')
    .where('word', '>=', beginning)
    .where('word', '<', beginning + AFTER)
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('word')
    .limit(COMPLETIONS)
    .execute()
  return [...new Set(words.map(({ stem }) => wordToken(stem)))]
}

/**
 * Words of the catalogue or of the synonym table that are one slip from this one, the commonest first. One slip leaves
 * the first half or the second as it is, so the words are found by either half.
 */
export async function correctionsOf(db: Kysely<Database>, word: string): Promise<string[]> {
  const half = Math.floor((word.length - 1) / 2)
  const end = [...word].toReversed().join('').slice(0, half)
  const alike = await db
    .selectFrom('search_words')
    .select(['word', 'clips'])
    .where('clips', '>', 0)
    .where(({ or, and, eb }) =>
      or([
        and([eb('word', '>=', word.slice(0, half)), eb('word', '<', word.slice(0, half) + AFTER)]),
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

/** The synonym table's single Latin words: 桜 is found by sakura even where no clip says it. */
const LATIN_WRITINGS = SYNONYMS.flatMap((group) =>
  writingsOf(group).flatMap((writing) => {
    const [word, more] = segmentsOf(writing)
    return word?.kind === 'word' && !more ? [word.surface] : []
  }),
)
