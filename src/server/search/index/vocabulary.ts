import { sql } from 'kysely'
import { creatorKey } from '#domain/address/creator-path.ts'
import { inParts } from '#server/db/in-parts.ts'
import { jsonRows } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { cut, LONGEST } from '#server/search/text/cut.ts'
import { skeletonOf } from '#server/search/text/japanese/skeleton.ts'
import { soundOf } from '#server/search/text/japanese/sound.ts'
import { type CountedClip, type Keyword, keysOf } from './read-clip.ts'
import { table } from './write-index.ts'

/** Counts how many clips have a word or keyword; negative for clips that are removed. */
export class Vocabulary {
  readonly #words = new Map<string, { stem: string; reading: string; clips: number }>()
  readonly #creators = new Map<string, number>()
  readonly #keywords = { en: new Map<string, Counted>(), ja: new Map<string, Counted>() }

  /** Counts a clip in, or out with `by` −1. */
  add({ words, japanese, keywords, creator }: CountedClip, by: 1 | -1 = 1): void {
    if (creatorKey(creator) !== '') this.#creators.set(creator, (this.#creators.get(creator) ?? 0) + by)
    for (const { surface, text } of words) this.#addWord({ word: surface, stem: text, reading: '' }, by)
    for (const { base, reading } of japanese.values()) this.#addWord({ word: base, stem: base, reading }, by)
    for (const { keyword, locale, segments, reading } of keywords) {
      const counts = this.#keywords[locale]
      const known = counts.get(keyword)
      if (known) known.clips += by
      else counts.set(keyword, { segments, reading, clips: by })
    }
  }

  #addWord({ word, stem, reading }: { word: string; stem: string; reading: string }, by: number): void {
    const known = this.#words.get(word)
    if (!known) this.#words.set(word, { stem, reading, clips: by })
    else {
      known.clips += by
      known.reading ||= reading
    }
  }

  /** Rows of search_words: word, stem, reversed, reading, sound, skeleton, clips. */
  wordRows() {
    const reversed = (word: string) => [...word].toReversed().join('')
    return [...this.#words].map(([word, { stem, reading, clips }]) => [
      word,
      stem,
      reversed(word),
      reading,
      cut(soundOf(reading), LONGEST.keyword),
      skeletonOf(word) ?? '',
      clips,
    ])
  }

  /** Rows of search_keywords: key, keyword, locale, sound, clips. */
  keywordRows() {
    return [...this.#keywordRowsOf('en'), ...this.#keywordRowsOf('ja')]
  }

  /** Rows of search_creators: key, name, clips. */
  creatorRows() {
    return [...this.#creators].map(([name, clips]) => [creatorKey(name), name, clips])
  }

  #keywordRowsOf(locale: Keyword['locale']) {
    return [...this.#keywords[locale]].flatMap(([keyword, { segments, reading, clips }]) =>
      keysOf(segments).map((key) => [key, keyword, locale, cut(soundOf(reading), LONGEST.keyword), clips]),
    )
  }
}

interface Counted extends Pick<Keyword, 'segments' | 'reading'> {
  clips: number
}

const WORDS_AT_ONCE = 2_000

/** Adds to the counts in the tables; `suffix` names the tables, '' for those in use. `step` writes each part. */
export async function writeVocabulary(
  step: (write: (db: Db) => Promise<unknown>) => Promise<unknown>,
  suffix: string,
  vocabulary: Vocabulary,
): Promise<void> {
  const counts = [
    { ...WORDS, name: table('search_words', suffix), rows: vocabulary.wordRows() },
    { ...KEYWORDS, name: table('search_keywords', suffix), rows: vocabulary.keywordRows() },
    { ...CREATORS, name: table('search_creators', suffix), rows: vocabulary.creatorRows() },
  ]
  for (const { name, columns, key, rows } of counts) {
    const values = [...columns.map((_, at) => text(at)), sql`cast(${text(columns.length)} as bigint)`]
    const changed = rows.filter((row) => row.at(-1) !== 0)
    for (const part of inParts(changed, WORDS_AT_ONCE))
      await step((db) =>
        sql`
        insert into ${name} as known (${sql.join([...columns, 'clips'].map(sql.ref))})
        select ${sql.join(values)} from ${jsonRows(db, part)} where true
        on conflict (${sql.join(key.map(sql.ref))}) do update set clips = known.clips + excluded.clips`.execute(
          db,
        ),
      )
  }
}

const WORDS = { columns: ['word', 'stem', 'reversed', 'reading', 'sound', 'skeleton'], key: ['word'] }
const CREATORS = { columns: ['key', 'name'], key: ['key', 'name'] }
const KEYWORDS = { columns: ['key', 'keyword', 'locale', 'sound'], key: ['key', 'keyword', 'locale'] }

const text = (at: number) => sql`v.value ->> ${sql.lit(at)}`
