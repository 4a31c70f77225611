import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import { ManyRows } from '#server/db/many-rows.ts'
import type { Database } from '#server/db/schema.ts'
import { type ClipDocument, type Keyword, keysOf } from './clip-document.ts'
import { type IndexRows, SEPARATOR } from './index-rows.ts'
import { segmentsOf } from './segments.ts'

/** How many clips say a word or have a keyword, to be added to the vocabulary; negative for clips that go. */
export interface Vocabulary {
  words: Map<string, { stem: string; clips: number }>
  keywords: Record<Keyword['locale'], Map<string, number>>
}

export const emptyVocabulary = (): Vocabulary => ({
  words: new Map(),
  keywords: { en: new Map(), ja: new Map() },
})

/** Counts a clip in, or out with `by` −1. */
export function count(vocabulary: Vocabulary, document: ClipDocument, by = 1): void {
  for (const [word, { text }] of document.words) {
    const known = vocabulary.words.get(word)
    if (known) known.clips += by
    else vocabulary.words.set(word, { stem: text, clips: by })
  }
  for (const { keyword, locale } of document.keywords) {
    const counts = vocabulary.keywords[locale]
    counts.set(keyword, (counts.get(keyword) ?? 0) + by)
  }
}

/** Adds what another has counted. */
export function addVocabulary(to: Vocabulary, { words, keywords }: Vocabulary): void {
  for (const [word, { stem, clips }] of words) {
    const known = to.words.get(word)
    if (known) known.clips += clips
    else to.words.set(word, { stem, clips })
  }
  for (const locale of ['en', 'ja'] as const)
    for (const [keyword, clips] of keywords[locale])
      to.keywords[locale].set(keyword, (to.keywords[locale].get(keyword) ?? 0) + clips)
}

/** Writes clips at ranks that are free; `suffix` names the tables, '' for those in use. */
export async function writeDocuments(
  db: Kysely<Database>,
  suffix: string,
  { ranks, rows }: { ranks: readonly number[]; rows: IndexRows },
): Promise<void> {
  const { ids, titleTexts, keywordTexts, likenesses, categories, orientations, licenses, seconds } = rows
  const facts = [ranks, ids, categories, orientations, licenses, seconds]
  const texts = [ranks, titleTexts, keywordTexts, likenesses]
  if (engineOf(db) === 'sqlite') {
    await insertEach(db, `source_ranks${suffix}`, RANK_COLUMNS, facts)
    await insertEach(db, `source_texts${suffix}`, TEXT_COLUMNS, texts)
    await insertEach(db, `source_search${suffix}`, ['rowid', 'tokens'], [ranks, rows.tokens])
  } else {
    await insertUnnested(db, `source_ranks${suffix}`, RANK_COLUMNS, facts)
    await insertUnnested(db, `source_texts${suffix}`, TEXT_COLUMNS, texts)
    await insertUnnested(db, `source_search${suffix}`, TOKEN_COLUMNS, [
      ...[ranks, rows.tokens],
      ...[categories, orientations, licenses, seconds],
    ])
  }
}

/** Columns by the type that PostgreSQL reads them as. */
type Columns = Record<string, 'bigint' | 'text' | 'tsvector'>

const RANK_COLUMNS: Columns = {
  rank: 'bigint',
  source_id: 'bigint',
  category: 'text',
  orientation: 'bigint',
  license_type: 'bigint',
  seconds: 'bigint',
}

const TOKEN_COLUMNS: Columns = {
  rank: 'bigint',
  tokens: 'tsvector',
  category: 'text',
  orientation: 'bigint',
  license_type: 'bigint',
  seconds: 'bigint',
}

const TEXT_COLUMNS: Columns = { rank: 'bigint', title_text: 'text', keyword_text: 'text', likeness: 'text' }

async function insertEach(
  db: Kysely<Database>,
  into: string,
  names: Columns | readonly string[],
  columns: readonly (readonly unknown[])[],
): Promise<void> {
  const list = Array.isArray(names) ? names : Object.keys(names)
  const places = list.map(() => '?').join(', ')
  const insert = `insert into "${into}" (${list.join(', ')}) values (${places})`
  await db.executeQuery(CompiledQuery.raw(insert, [new ManyRows(columns)]))
}

async function insertUnnested(
  db: Kysely<Database>,
  into: string,
  names: Columns,
  columns: readonly (readonly unknown[])[],
): Promise<void> {
  const types = Object.values(names)
  // Joined, texts reach the server in a tenth of the time of an array, whose every text is quoted.
  const arrays = types.map((type, at) =>
    type === 'bigint'
      ? `cast($${at + 1} as bigint[])`
      : `string_to_array($${at + 1}, chr(${SEPARATOR.charCodeAt(0)}))`,
  )
  // Of a single empty text no array is made, but an empty one.
  const values = Object.entries(names).map(([name, type]) =>
    type === 'text' ? `coalesce(${name}, '')` : `cast(${name} as ${type})`,
  )
  const insert = `
    insert into "${into}" (${Object.keys(names).join(', ')})
    select ${values.join(', ')} from unnest(${arrays.join(', ')}) as v(${Object.keys(names).join(', ')})`
  const given = columns.map((column, at) => (types[at] === 'bigint' ? column : column.join(SEPARATOR)))
  await db.executeQuery(CompiledQuery.raw(insert, given))
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
  for (const name of ['source_texts', 'source_ranks'])
    await sql`delete from ${table(name, suffix)} where rank = ${rank}`.execute(db)
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
