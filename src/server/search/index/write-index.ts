import { sql } from 'kysely'
import type { AnyDatabase } from '#server/db/create-table.ts'
import { engineOf } from '#server/db/engine.ts'
import { inParts } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
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
  for (const part of inParts(documents, DOCUMENTS_AT_ONCE))
    await db.insertInto(`source_ranks${suffix}`).values(part.map(rankRow)).execute()
  await writeTexts(db, suffix, documents)
}

async function writeTexts(
  db: AnyDatabase,
  suffix: string,
  documents: readonly RankedDocument[],
): Promise<void> {
  if (documents.length === 0) return
  const searchRow: (ranked: RankedDocument) => object = engineOf(db) === 'sqlite' ? fullTextRow : tokenRow
  for (const part of inParts(documents, DOCUMENTS_AT_ONCE))
    await db.insertInto(`source_texts${suffix}`).values(part.map(textRow)).execute()
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

export async function deleteRank(db: Db, suffix: string, rank: number): Promise<void> {
  const column = sql.id(engineOf(db) === 'sqlite' ? 'rowid' : 'rank')
  await sql`delete from ${table('source_search', suffix)} where ${column} = ${rank}`.execute(db)
  for (const name of ['source_texts', 'source_ranks'])
    await sql`delete from ${table(name, suffix)} where rank = ${rank}`.execute(db)
}

/** Deletes ranks from the tables in use. */
export async function deleteRanks(db: Db, ranks: readonly number[]): Promise<void> {
  await deleteTexts(db, ranks)
  await sql`delete from source_ranks where ${oneOf(db, 'rank', ranks)}`.execute(db)
}

async function deleteTexts(db: Db, ranks: readonly number[]): Promise<void> {
  const column = engineOf(db) === 'sqlite' ? 'rowid' : 'rank'
  await sql`delete from source_search where ${oneOf(db, column, ranks)}`.execute(db)
  await sql`delete from source_texts where ${oneOf(db, 'rank', ranks)}`.execute(db)
}

/** Rewrites clips at their ranks in the tables in use; filters only if they change. */
export async function rewriteDocuments(
  db: Db,
  documents: readonly (RankedDocument & { isFiltered: boolean })[],
): Promise<void> {
  await deleteTexts(
    db,
    documents.map(({ rank }) => rank),
  )
  await writeTexts(db, '', documents)
  for (const { rank, document, isFiltered } of documents)
    if (isFiltered)
      await db
        .updateTable('source_ranks')
        .set(filterColumns(document.filters))
        .where('rank', '=', rank)
        .execute()
}

export const table = (name: string, suffix: string) => sql.id(`${name}${suffix}`)
