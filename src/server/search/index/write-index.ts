import { CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import { ManyRows } from '#server/db/many-rows.ts'
import type { Database } from '#server/db/schema.ts'
import { segmentsOf } from '#server/search/text/segments.ts'
import { eachOf, SEPARATOR, type Texts } from '#server/search/text/texts.ts'
import { type Keyword, keysOf } from './clip-document.ts'
import type { IndexRows, NarrowingRows } from './index-rows.ts'
import type { Vocabulary } from './vocabulary.ts'

/** Clips, and ranks for them that are free. */
export interface Ranked<Rows = IndexRows> {
  ranks: readonly number[]
  rows: Rows
}

/** Writes clips; `suffix` names the tables, '' for those in use. */
export async function writeDocuments(db: Kysely<Database>, suffix: string, ranked: Ranked): Promise<void> {
  await writeRanks(db, suffix, ranked)
  await writeTexts(db, suffix, ranked)
}

/** Writes which rank is which clip's, and what clips can be narrowed by. */
export async function writeRanks(
  db: Kysely<Database>,
  suffix: string,
  { ranks, rows }: Ranked<NarrowingRows>,
): Promise<void> {
  await insert(db, `source_ranks${suffix}`, RANK_COLUMNS, [ranks, rows.numbers.ids, ...narrowingOf(rows)])
}

/** Writes what clips are found by, and what is read of those that are found. */
export async function writeTexts(
  db: Kysely<Database>,
  suffix: string,
  { ranks, rows }: Ranked,
): Promise<void> {
  const { titleTexts, keywordTexts, likenesses, tokens } = rows.texts
  await insert(db, `source_texts${suffix}`, TEXT_COLUMNS, [ranks, titleTexts, keywordTexts, likenesses])
  if (engineOf(db) === 'sqlite')
    await insert(db, `source_search${suffix}`, FULL_TEXT_COLUMNS, [ranks, tokens])
  else await insert(db, `source_search${suffix}`, TOKEN_COLUMNS, [ranks, tokens, ...narrowingOf(rows)])
}

function narrowingOf({ numbers, texts }: NarrowingRows): Column[] {
  return [texts.categories, numbers.orientations, numbers.licenses, numbers.seconds]
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

const FULL_TEXT_COLUMNS: Columns = { rowid: 'bigint', tokens: 'text' }

const TEXT_COLUMNS: Columns = { rank: 'bigint', title_text: 'text', keyword_text: 'text', likeness: 'text' }

/** Of many rows. */
type Column = readonly number[] | Texts

async function insert(db: Kysely<Database>, into: string, columns: Columns, values: readonly Column[]) {
  if (engineOf(db) === 'sqlite') await insertEach(db, into, columns, values)
  else await insertUnnested(db, into, columns, values)
}

async function insertEach(
  db: Kysely<Database>,
  into: string,
  columns: Columns,
  values: readonly Column[],
): Promise<void> {
  // Bytes are bound as they are, and said to be text.
  const places = Object.values(columns).map((type) => (type === 'bigint' ? '?' : 'cast(? as text)'))
  const statement = `insert into "${into}" (${Object.keys(columns).join(', ')}) values (${places.join(', ')})`
  const each = values.map((column) => ('bytes' in column ? eachOf(column) : column))
  await db.executeQuery(CompiledQuery.raw(statement, [new ManyRows(each)]))
}

async function insertUnnested(
  db: Kysely<Database>,
  into: string,
  columns: Columns,
  values: readonly Column[],
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const arrays = Object.values(columns).map((type, at) =>
    type === 'bigint' ? `cast($${at + 1} as bigint[])` : `string_to_array($${at + 1}, chr(${SEPARATOR}))`,
  )
  // Of a single empty text no array is made, but an empty one.
  const selected = Object.entries(columns).map(([name, type]) =>
    type === 'text' ? `coalesce(${name}, '')` : `cast(${name} as ${type})`,
  )
  const statement = `
    insert into "${into}" (${names}) select ${selected.join(', ')} from unnest(${arrays.join(', ')}) as v(${names})`
  // A Buffer goes to PostgreSQL in its binary format, which for text is UTF-8.
  const parameters = values.map((column) =>
    'bytes' in column ? Buffer.from(column.bytes.buffer, 0, column.bytes.length) : column,
  )
  await db.executeQuery(CompiledQuery.raw(statement, parameters))
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
