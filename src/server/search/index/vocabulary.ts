import { sql } from 'kysely'
import { jsonRows } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { type ClipDocument, type Keyword, keysOf } from './clip-document.ts'
import { inParts, table } from './write-index.ts'

/** Counts how many clips have a word or keyword; negative for clips that are removed. */
export class Vocabulary {
  readonly #words = new Map<string, { stem: string; clips: number }>()
  readonly #keywords = { en: new Map<string, number>(), ja: new Map<string, number>() }

  /** Counts a clip in, or out with `by` −1. */
  add({ words, keywords }: ClipDocument, by: 1 | -1 = 1): void {
    for (const { surface, text } of words) {
      const known = this.#words.get(surface)
      if (known) known.clips += by
      else this.#words.set(surface, { stem: text, clips: by })
    }
    for (const { keyword, locale } of keywords) {
      const counts = this.#keywords[locale]
      counts.set(keyword, by + (counts.get(keyword) ?? 0))
    }
  }

  /** Rows of search_words: word, stem, reversed, clips. */
  wordRows() {
    const reversed = (word: string) => [...word].toReversed().join('')
    return [...this.#words].map(([word, { stem, clips }]) => [word, stem, reversed(word), clips])
  }

  /** Rows of search_keywords: key, keyword, locale, clips. */
  keywordRows() {
    return [...this.#keywordRowsOf('en'), ...this.#keywordRowsOf('ja')]
  }

  #keywordRowsOf(locale: Keyword['locale']) {
    return [...this.#keywords[locale]].flatMap(([keyword, clips]) =>
      keysOf(segmentsOf(keyword)).map((key) => [key, keyword, locale, clips]),
    )
  }
}

const ROWS_AT_ONCE = 2_000

/** Adds to the counts in the tables; `suffix` names them, '' for those in use. Each part is written by `step`. */
export async function writeVocabulary(
  step: (write: (db: Db) => Promise<unknown>) => Promise<unknown>,
  suffix: string,
  vocabulary: Vocabulary,
): Promise<void> {
  for (const part of inParts(vocabulary.wordRows(), ROWS_AT_ONCE))
    await step((db) =>
      sql`
      insert into ${table('search_words', suffix)} as known (word, stem, reversed, clips)
      select ${text(0)}, ${text(1)}, ${text(2)}, ${integer(3)} from ${jsonRows(db, part)} where true
      on conflict (word) do update set clips = known.clips + excluded.clips`.execute(db),
    )
  for (const part of inParts(vocabulary.keywordRows(), ROWS_AT_ONCE))
    await step((db) =>
      sql`
      insert into ${table('search_keywords', suffix)} as known (key, keyword, locale, clips)
      select ${text(0)}, ${text(1)}, ${text(2)}, ${integer(3)} from ${jsonRows(db, part)} where true
      on conflict (key, keyword, locale) do update set clips = known.clips + excluded.clips`.execute(db),
    )
}

const integer = (at: number) => sql`cast(v.value ->> ${sql.lit(at)} as bigint)`
const text = (at: number) => sql`v.value ->> ${sql.lit(at)}`
