import type { Db } from '#server/db/schema.ts'
import { editDistanceOf, editsAllowed } from '#server/search/text/japanese/edits.ts'
import { soundOf } from '#server/search/text/japanese/sound.ts'
import { lazy } from '#server/search/text/memoize.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { SYNONYMS, writingsOf } from '#server/search/text/synonyms.ts'
import { AFTER } from './unknown-word.ts'
import type { KnownWord } from './vocabulary.ts'

/** What a misspelt word may be. */
export interface Correction {
  /** Folded. */
  text: string
  shown: string
  edits: number
  /** Undefined for a writing of the synonym table that no clip has itself. */
  word?: KnownWord
}

const MOST = 3
/** Words that share a part with the misspelt one; more are of no use. */
const CANDIDATES = 4_000

/** Known words one or two edits away, the nearest first, names before others, then the commonest. */
export async function correctionsOf(db: Db, word: string): Promise<Correction[]> {
  const most = editsAllowed(word)
  if (most === 0) return []
  const rows = await candidates(db, word, most)
  const found = new Map<string, Correction>()
  for (const writing of writings()) {
    const edits = editsBetween(word, writing, most)
    if (edits) found.set(writing, { text: writing, shown: writing, edits })
  }
  for (const row of rows) {
    const edits = KANA.test(word) ? editsBetweenKana(word, row, most) : editsBetween(word, row.word, most)
    if (edits) found.set(row.word, { text: row.word, shown: row.word, edits, word: row })
  }
  return [...found.values()].sort(nearest(word)).slice(0, MOST)
}

const KANA = /^[\p{Script=Hiragana}ー]+$/u

/** Shorter readings are too near to one another. */
const LONG_READING = 5

/** 0 if they are the same or too far apart. */
function editsBetween(word: string, other: string, most: number): number {
  if (Math.abs(word.length - other.length) > most) return 0
  const edits = editDistanceOf(word, other, most)
  return edits <= most ? edits : 0
}

function editsBetweenKana(word: string, { word: other, reading }: KnownWord, most: number): number {
  return (
    editsBetween(word, other, most) || (word.length < LONG_READING ? 0 : editsBetween(word, reading, most))
  )
}

/** Misspelt words mostly begin right. A writing of the table is a name or a thing that footage is searched by. */
function nearest(word: string) {
  const place = ({ text, edits, word: row }: Correction) =>
    edits - (text[0] === word[0] ? 0.5 : 0) - (row && writings().has(text) ? 0.25 : 0)
  return (a: Correction, b: Correction) =>
    place(a) - place(b) || (b.word?.clips ?? 0) - (a.word?.clips ?? 0) || (a.text < b.text ? -1 : 1)
}

/** One edit leaves half of a word intact, two leave a third of it: words are looked up by their first and last part. */
async function candidates(db: Db, word: string, most: number): Promise<KnownWord[]> {
  const part = Math.max(1, Math.floor((word.length - 1) / (most + 1)))
  const start = word.slice(0, part)
  const end = [...word].toReversed().join('').slice(0, part)
  const sound = soundOf(word).slice(0, part)
  return db
    .selectFrom('search_words')
    .select(['word', 'stem', 'reading', 'sound', 'skeleton', 'clips'])
    .where('clips', '>', 0)
    .where(({ or, and, eb }) =>
      or([
        and([eb('word', '>=', start), eb('word', '<', start + AFTER)]),
        and([eb('reversed', '>=', end), eb('reversed', '<', end + AFTER)]),
        ...(KANA.test(word) ? [and([eb('sound', '>=', sound), eb('sound', '<', sound + AFTER)])] : []),
      ]),
    )
    .orderBy('clips', 'desc')
    .orderBy('word')
    .limit(CANDIDATES)
    .execute()
}

/** The synonym table's single words: sakura finds 桜 even if no clip has the word. */
const writings = lazy(
  () =>
    new Set(
      SYNONYMS.flatMap((group) =>
        writingsOf(group).flatMap((writing) => {
          const [segment, more] = segmentsOf(writing)
          if (!segment || more) return []
          if (segment.kind === 'word') return [segment.surface]
          return KANA.test(segment.text) ? [segment.text] : []
        }),
      ),
    ),
)
