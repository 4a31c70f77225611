import { sql } from 'kysely'
import { beginsWith } from '#server/db/begins-with.ts'
import type { Db } from '#server/db/schema.ts'
import { editDistanceOf, editsAllowed } from '#server/search/text/japanese/edits.ts'
import { lazy } from '#server/search/text/memoize.ts'
import { isHiragana } from '#server/search/text/scripts.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { spellingsOf, synonyms } from '#server/search/text/synonyms.ts'
import type { KnownWord } from './vocabulary.ts'

/** A possible correction of a misspelt word. */
export interface Correction {
  /** Folded. */
  text: string
  edits: number
  /** Undefined for a spelling of the synonym table that no clip has. */
  word?: KnownWord
}

const MOST = 3
/** Candidates that share a part with the misspelt word. */
const CANDIDATES = 1_000

/** Known words one edit away, then those two edits away, those of the table before others, then the commonest. */
export async function* correctionsOf(db: Db, word: string): AsyncGenerator<Correction> {
  const allowed = editsAllowed(word)
  for (let most = 1; most <= allowed; most++) yield* await correctionsWithin(db, word, most)
}

async function correctionsWithin(db: Db, word: string, most: number): Promise<Correction[]> {
  const found = new Map<string, Correction>()
  const { start, end } = partsOf(word, most)
  for (const writing of writings()) {
    const edits = writing.startsWith(start) || writing.endsWith(end) ? editsBetween(word, writing, most) : 0
    if (edits) found.set(writing, { text: writing, edits })
  }
  for (const row of await wordsNear(db, word, most)) {
    const edits = editsBetween(word, row.word, most)
    if (edits) found.set(row.word, { text: row.word, edits, word: row })
  }
  return [...found.values()].sort(nearest(word)).slice(0, MOST)
}

/** 0 if they are the same or too far apart. */
function editsBetween(word: string, other: string, most: number): number {
  if (Math.abs(word.length - other.length) > most) return 0
  const edits = editDistanceOf(word, other, most)
  return edits <= most ? edits : 0
}

/** Misspelt words mostly begin right. A name in the table is a likely subject of footage. */
function nearest(word: string) {
  const place = ({ text, edits, word: row }: Correction) =>
    edits - (text[0] === word[0] ? 0.5 : 0) - (row && writings().has(text) ? 0.25 : 0)
  return (a: Correction, b: Correction) =>
    place(a) - place(b) || (b.word?.clips ?? 0) - (a.word?.clips ?? 0) || (a.text < b.text ? -1 : 1)
}

/** One edit leaves half of a word intact, two leave a third of it: words are looked up by their first and last part. */
function partsOf(word: string, edits: number): { start: string; end: string } {
  const length = Math.max(1, Math.floor((word.length - 1) / (edits + 1)))
  return { start: word.slice(0, length), end: word.slice(-length) }
}

/** Words of the catalogue that share a part with this one and have about its length. */
export async function wordsNear(db: Db, word: string, most: number): Promise<KnownWord[]> {
  const { start, end } = partsOf(word, most)
  const reversed = [...end].toReversed().join('')
  const isAsLong = sql<boolean>`length(word) between ${word.length - most - 1} and ${word.length + most}`
  return db
    .selectFrom('search_words')
    .select(['word', 'stem', 'reading', 'sound', 'skeleton', 'clips'])
    .where('clips', '>', 0)
    .where(({ or, and }) =>
      or([and([beginsWith('word', start), isAsLong]), and([beginsWith('reversed', reversed), isAsLong])]),
    )
    .orderBy('clips', 'desc')
    .orderBy('word')
    .limit(CANDIDATES)
    .execute()
}

/** Whether an English word is right because the table has it: the title of a film is no tile. */
export const isRightWord = (word: string): boolean => rightWords().has(word)

const rightWords = lazy(
  () => new Set(synonyms().flatMap(({ en = [] }) => en.flatMap((writing) => writing.split(/[ '-]/)))),
)

/** The synonym table's single words: sakura finds 桜 even if no clip has the word. */
const writings = lazy(
  () =>
    new Set(
      synonyms().flatMap((group) =>
        spellingsOf(group).flatMap((writing) => {
          const [segment, more] = segmentsOf(writing)
          if (!segment || more) return []
          if (segment.kind === 'word') return [segment.surface]
          return isHiragana(segment.text) ? [segment.text] : []
        }),
      ),
    ),
)
