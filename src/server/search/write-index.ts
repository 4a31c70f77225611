import { type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { type ClipDocument, type Keyword, keysOf } from './clip-document.ts'
import { bandOf, bandToken } from './ranks.ts'
import { segmentsOf } from './segments.ts'
import type { Token } from './tokens.ts'

export interface RankedDocument {
  rank: number
  document: ClipDocument
}

/** How many clips say a word or have a keyword, to be added to the vocabulary; negative for clips that go. */
export interface Vocabulary {
  /** `last` is the number of the clip that was counted last, so that each counts once. */
  words: Map<string, { stem: string; clips: number; last: number }>
  keywords: Record<Keyword['locale'], Map<string, number>>
  /** Clips counted so far. */
  counted: number
}

export const emptyVocabulary = (): Vocabulary => ({
  words: new Map(),
  keywords: { en: new Map(), ja: new Map() },
  counted: 0,
})

/** Counts a clip in, or out with `by` −1. */
export function count(vocabulary: Vocabulary, document: ClipDocument, by = 1): void {
  const nth = ++vocabulary.counted
  for (const { surface, text } of document.words) {
    const known = vocabulary.words.get(surface)
    if (!known) vocabulary.words.set(surface, { stem: text, clips: by, last: nth })
    else if (known.last !== nth) {
      known.clips += by
      known.last = nth
    }
  }
  for (const { keyword, locale } of document.keywords) {
    const counts = vocabulary.keywords[locale]
    counts.set(keyword, (counts.get(keyword) ?? 0) + by)
  }
}

/** Writes clips whose ranks are free; `suffix` names the tables, '' for those in use. */
export async function writeDocuments(
  db: Kysely<Database>,
  suffix: string,
  ranked: readonly RankedDocument[],
): Promise<void> {
  const facts = ranked.map(({ rank, document: { facets, titleText, keywordText } }) => [
    ...[rank, facets.id, titleText, keywordText],
    ...[facets.category, facets.orientation, facets.license_type, facets.seconds],
  ])
  await sql`
    insert into ${table('source_ranks', suffix)}
      (rank, source_id, title_text, keyword_text, category, orientation, license_type, seconds)
    select ${integer(0)}, ${integer(1)}, ${text(2)}, ${text(3)}, ${text(4)}, ${text(5)}, ${text(6)}, ${integer(7)}
    from ${rows(db, facts)}`.execute(db)
  if (engineOf(db) === 'sqlite') await writeFullText(db, suffix, ranked)
  else await writeVectors(db, suffix, ranked)
}

async function writeFullText(db: Kysely<Database>, suffix: string, ranked: readonly RankedDocument[]) {
  const values = ranked.map(({ rank, document }) => [rank, document.tokens.join(' ')])
  await sql`
    insert into ${table('source_search', suffix)} (rowid, tokens)
    select ${integer(0)}, ${text(1)} from ${rows(db, values)}`.execute(db)
}

async function writeVectors(db: Kysely<Database>, suffix: string, ranked: readonly RankedDocument[]) {
  const values = ranked.map(({ rank, document }) => [
    rank,
    vectorOf([...document.tokens, bandToken(bandOf(rank))]),
  ])
  await sql`
    insert into ${table('source_search', suffix)} (rank, tokens)
    select ${integer(0)}, cast(${text(1)} as tsvector) from ${rows(db, values)}`.execute(db)
}

/** A `tsvector` literal. Only words have places: nothing asks what stands beside a keyword or a facet. */
function vectorOf(tokens: readonly Token[]): string {
  const places = new Map<Token, number[]>()
  for (const [at, token] of tokens.entries()) {
    const known = places.get(token)
    if (known) known.push(at + 1)
    else places.set(token, [at + 1])
  }
  return [...places]
    .map(([token, at]) => (/^[kf]/.test(token) ? token : `${token}:${at.join(',')}`))
    .join(' ')
}

/** Adds to the counts, and forgets what no clip says any more. */
export async function writeVocabulary(
  db: Kysely<Database>,
  suffix: string,
  { words, keywords }: Vocabulary,
): Promise<void> {
  const wordRows = [...words].map(([word, { stem, clips }]) => [
    word,
    stem,
    [...word].toReversed().join(''),
    clips,
  ])
  const keywordRows = [...keywordRowsOf(keywords, 'en'), ...keywordRowsOf(keywords, 'ja')]
  const [wordTable, keywordTable] = [table('search_words', suffix), table('search_keywords', suffix)]
  for (const part of parts(wordRows))
    await sql`
      insert into ${wordTable} as known (word, stem, reversed, clips)
      select ${text(0)}, ${text(1)}, ${text(2)}, ${integer(3)} from ${rows(db, part)} where true
      on conflict (word) do update set clips = known.clips + excluded.clips`.execute(db)
  for (const part of parts(keywordRows))
    await sql`
      insert into ${keywordTable} as known (key, keyword, locale, clips)
      select ${text(0)}, ${text(1)}, ${text(2)}, ${integer(3)} from ${rows(db, part)} where true
      on conflict (key, keyword, locale) do update set clips = known.clips + excluded.clips`.execute(db)
}

function keywordRowsOf(keywords: Vocabulary['keywords'], locale: Keyword['locale']) {
  return [...keywords[locale]].flatMap(([keyword, clips]) =>
    keysOf(segmentsOf(keyword)).map((key) => [key, keyword, locale, clips]),
  )
}

/** Takes a rank out of the tables. */
export async function deleteRank(db: Kysely<Database>, suffix: string, rank: number): Promise<void> {
  const column = sql.id(engineOf(db) === 'sqlite' ? 'rowid' : 'rank')
  await sql`delete from ${table('source_search', suffix)} where ${column} = ${rank}`.execute(db)
  await sql`delete from ${table('source_ranks', suffix)} where rank = ${rank}`.execute(db)
}

/** Suffix of the tables that a rebuild fills. */
export const NEXT = '_next'

export const table = (name: string, suffix: string) => sql.id(`${name}${suffix}`)

const integer = (at: number) => sql`cast(v.value ->> ${sql.lit(at)} as bigint)`
const text = (at: number) => sql`v.value ->> ${sql.lit(at)}`

/** Rows of values as a table `v`, in one parameter: a statement for any number of them. */
function rows(db: Kysely<Database>, values: readonly unknown[]): RawBuilder<unknown> {
  const json = JSON.stringify(values)
  return engineOf(db) === 'sqlite'
    ? sql`json_each(${json}) as v`
    : sql`json_array_elements(cast(${json} as json)) as v(value)`
}

const ROWS_AT_ONCE = 2_000

function* parts<Row>(all: readonly Row[]): Generator<Row[]> {
  for (let at = 0; at < all.length; at += ROWS_AT_ONCE) yield all.slice(at, at + ROWS_AT_ONCE)
}
