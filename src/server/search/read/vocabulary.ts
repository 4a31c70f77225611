import { type RawBuilder, sql } from 'kysely'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { hasJapanese } from '#server/search/text/scripts.ts'
import type { Concept } from '#server/search/text/synonyms.ts'
import { japaneseToken, type Token, wordToken } from '#server/search/text/tokens.ts'

/** A word of the catalogue; see the table search_words. */
export interface KnownWord {
  word: string
  stem: string
  reading: string
  sound: string
  skeleton: string
  clips: number
}

/** What a text can mean: words of the catalogue, and things of the synonym table. */
export interface Meanings {
  words: readonly KnownWord[]
  concepts: readonly Concept[]
}

/** The words that clips have, the commonest first. */
export function knownWords(db: Db) {
  return db
    .selectFrom('search_words')
    .select(['word', 'stem', 'reading', 'sound', 'skeleton', 'clips'])
    .where('clips', '>', 0)
    .orderBy('clips', 'desc')
    .orderBy('word')
}

/** The keys to look up: written forms, loose keys of readings, and forms without kana. */
export interface Lookups {
  words: Set<string>
  sounds: Set<string>
  skeletons: Set<string>
}

export function noLookups(): Lookups {
  return { words: new Set(), sounds: new Set(), skeletons: new Set() }
}

/** The words found in the catalogue, the commonest first. */
export class Vocabulary {
  readonly #words: ReadonlyMap<string, KnownWord>
  readonly #bySound: ReadonlyMap<string, KnownWord[]>
  readonly #bySkeleton: ReadonlyMap<string, KnownWord[]>

  constructor(rows: readonly KnownWord[]) {
    this.#words = new Map(rows.map((row) => [row.word, row]))
    this.#bySound = Map.groupBy(rows, ({ sound }) => sound)
    this.#bySkeleton = Map.groupBy(rows, ({ skeleton }) => skeleton)
  }

  word(word: string): KnownWord | undefined {
    return this.#words.get(word)
  }

  bySound(sound: string): readonly KnownWord[] {
    return (sound !== '' && this.#bySound.get(sound)) || []
  }

  bySkeleton(skeleton: string): readonly KnownWord[] {
    return (skeleton !== '' && this.#bySkeleton.get(skeleton)) || []
  }
}

/** Looks everything up in one query. */
export async function lookUp(db: Db, { words, sounds, skeletons }: Lookups): Promise<Vocabulary> {
  // Words without a reading or a skeleton store an empty text.
  for (const keys of [words, sounds, skeletons]) keys.delete('')
  const parts = [
    ...(words.size > 0 ? [found(db, 'word', words)] : []),
    ...(sounds.size > 0 ? [found(db, 'sound', sounds)] : []),
    ...(skeletons.size > 0 ? [found(db, 'skeleton', skeletons)] : []),
  ]
  if (parts.length === 0) return new Vocabulary([])
  const { rows } = await sql<KnownWord>`
    select word, stem, reading, sound, skeleton, clips from (${sql.join(parts, sql` union `)}) as found
    order by clips desc, word`.execute(db)
  return new Vocabulary(rows)
}

function found(db: Db, column: keyof KnownWord, keys: ReadonlySet<string>): RawBuilder<unknown> {
  return sql`
    select word, stem, reading, sound, skeleton, clips from search_words
    where ${oneOf(db, column, [...keys])} and clips > 0`
}

/** The index's token for a word of the catalogue. */
export function tokenOf({ word, stem }: KnownWord): Token {
  return hasJapanese(word) ? japaneseToken(stem) : wordToken(stem)
}
