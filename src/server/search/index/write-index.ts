import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AnyDatabase } from '#server/db/create-table.ts'
import { engineOf } from '#server/db/engine.ts'
import { inParts } from '#server/db/in-parts.ts'
import { jsonRows, oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { filterColumns } from '#server/list-filters.ts'
import type { ClipDocument } from './clip-document.ts'

/** Suffix of the tables that a rebuild fills. */
export const NEXT = '_next'

export interface RankedDocument {
  rank: number
  document: ClipDocument
}

const DOCUMENTS_AT_ONCE = 200

/** Writes at most a few thousand clips; `suffix` names the tables, '' for those in use. */
export async function writeDocuments(
  db: AnyDatabase,
  suffix: string,
  documents: readonly RankedDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const searchRow: (ranked: RankedDocument) => object = engineOf(db) === 'sqlite' ? fullTextRow : tokenRow
  for (const part of inParts(documents, DOCUMENTS_AT_ONCE)) {
    await db.insertInto(`source_ranks${suffix}`).values(part.map(rankRow)).execute()
    await db.insertInto(`source_texts${suffix}`).values(part.map(textRow)).execute()
  }
  // One statement, in order: FTS5 writes one piece per statement and per rank lower than the last, merges the pieces,
  // and refuses more than 2,000 of them as "disk is full".
  const inOrder = documents.toSorted((a, b) => a.rank - b.rank)
  await db.insertInto(`source_search${suffix}`).values(inOrder.map(searchRow)).execute()
}

function rankRow({ rank, document }: RankedDocument) {
  return { rank, source_id: document.id, ...filterColumns(document.filters) }
}

function textRow({ rank, document: { titleText, keywordText, likeness } }: RankedDocument) {
  return { rank, title_text: titleText, keyword_text: keywordText, likeness }
}

function fullTextRow({ rank, document: { tokens } }: RankedDocument) {
  return { rowid: rank, tokens }
}

function tokenRow({ rank, document }: RankedDocument) {
  return { rank, tokens: document.tokens, ...filterColumns(document.filters) }
}

/** Takes clips out of the tables, with what they say. */
export async function deleteRanks(db: Db, suffix: string, ranks: readonly number[]): Promise<void> {
  if (ranks.length === 0) return
  const column = engineOf(db) === 'sqlite' ? 'rowid' : 'rank'
  await sql`delete from ${table('source_search', suffix)} where ${oneOf(db, column, ranks)}`.execute(db)
  for (const name of ['source_texts', 'source_ranks'])
    await sql`delete from ${table(name, suffix)} where ${oneOf(db, 'rank', ranks)}`.execute(db)
}

/** Stores the Japanese words of clips with new or changed texts. A clip deleted meanwhile is left out. */
export async function storeWords(db: Db, documents: readonly ClipDocument[]): Promise<void> {
  const rows = documents.flatMap(({ id, storedWords }) =>
    storedWords === undefined ? [] : [[id, storedWords]],
  )
  if (rows.length === 0) return
  await sql`
    insert into source_words (source_id, words)
    select library.id, v.value ->> 1
    from ${jsonRows(db, rows)} join library on library.id = cast(v.value ->> 0 as bigint) where true
    on conflict (source_id) do update set words = excluded.words`.execute(db)
}

export const table = (name: string, suffix: string) => sql.id(`${name}${suffix}`)

/** After each step, so that other writers, who retry every 5 to 10 ms, get the lock. */
const LONGEST_PAUSE_MS = 20

/** Lets other writers in after a step of a long task. */
export async function runThenYield<Result>(db: Db, work: () => Promise<Result>): Promise<Result> {
  const begun = performance.now()
  const result = await work()
  if (engineOf(db) === 'postgres') return result
  // If another writer commits while SQLite empties the log, the log grows to gigabytes and slows everything down.
  await sql`pragma wal_checkpoint(restart)`.execute(db)
  await sleep(Math.min(performance.now() - begun, LONGEST_PAUSE_MS))
  return result
}
