import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { indexVersion } from '#server/search/text/synonyms.ts'
import { type ClipDocument, clipDocument } from './clip-document.ts'
import { freeRank } from './ranks.ts'
import { searchedClips } from './searched-clips.ts'
import { storeWords } from './store-words.ts'
import { Vocabulary, writeVocabulary } from './vocabulary.ts'
import { deleteRank, NEXT, table, writeDocuments } from './write-index.ts'

/** Makes a published clip findable, in the transaction that publishes or changes it. It gets its rank at once. */
export async function indexSource(trx: Trx, id: number): Promise<void> {
  await lockUntilCommit(trx, 'index')
  await noteChange(trx, id)
  await addToIndex(trx, id)
}

/** Takes a clip out of the index, in the transaction that removes or changes it, and before it does. */
export async function unindexSource(trx: Trx, id: number): Promise<void> {
  await lockUntilCommit(trx, 'index')
  await noteChange(trx, id)
  const rank = await rankOf(trx, id)
  const document = await documentOf(trx, id)
  if (rank === undefined || !document) return
  const vocabulary = new Vocabulary()
  vocabulary.add(document, -1)
  await writeVocabulary((write) => write(trx), '', vocabulary)
  await deleteRank(trx, '', rank)
}

/** Gives a clip a new popularity and the rank that goes with it. */
export async function rerankSource(
  trx: Trx,
  { id, popularity }: { id: number; popularity: number },
): Promise<void> {
  await lockUntilCommit(trx, 'index')
  await noteChange(trx, id)
  await trx.updateTable('library').set({ popularity }).where('id', '=', id).execute()
  const rank = await rankOf(trx, id)
  const document = await documentOf(trx, id)
  if (rank === undefined || !document) return
  await deleteRank(trx, '', rank)
  await writeDocument(trx, document, popularity)
}

/** Like indexSource, without lock and note, which the caller has. Skips a clip that is gone or indexed. */
export async function addToIndex(trx: Trx, id: number): Promise<void> {
  const source = await trx.selectFrom('sources').select('popularity').where('id', '=', id).executeTakeFirst()
  const document = await documentOf(trx, id)
  if (!source || !document || (await rankOf(trx, id)) !== undefined) return
  const vocabulary = new Vocabulary()
  vocabulary.add(document)
  await noteSynonyms(trx)
  await writeDocument(trx, document, source.popularity)
  await writeVocabulary((write) => write(trx), '', vocabulary)
}

async function rankOf(trx: Trx, id: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('source_ranks')
    .select('rank')
    .where('source_id', '=', id)
    .executeTakeFirst()
  return row?.rank
}

async function documentOf(trx: Trx, id: number): Promise<ClipDocument | undefined> {
  const clip = await searchedClips(trx).where('sources.id', '=', id).executeTakeFirst()
  if (!clip) return undefined
  const document = clipDocument(clip, engineOf(trx))
  await storeWords(trx, [document])
  return document
}

async function writeDocument(trx: Trx, document: ClipDocument, popularity: number): Promise<void> {
  const rank = await freeRank(trx, { id: document.id, popularity })
  // A source deleted by cascade leaves its texts behind.
  await deleteRank(trx, '', rank)
  await writeDocuments(trx, '', [{ rank, document }])
}

/** Makes a running rebuild read this clip again. Its tables exist as long as its row in search_state. */
async function noteChange(trx: Trx, id: number): Promise<void> {
  await noteChanges(trx, [id])
}

export async function noteChanges(trx: Trx, ids: readonly number[]): Promise<void> {
  const rebuild = await trx
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'rebuild')
    .executeTakeFirst()
  if (!rebuild || ids.length === 0) return
  await trx
    .insertInto('search_changes')
    .values(ids.map((source_id) => ({ source_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const written = await sql<{ rank: number }>`
    select rank from ${table('source_ranks', NEXT)} where ${oneOf(trx, 'source_id', ids)}`.execute(trx)
  for (const { rank } of written.rows) await deleteRank(trx, NEXT, rank)
}

/** The first clip of an index notes the version of the synonym table; a rebuild does so too. */
export async function noteSynonyms(trx: Db): Promise<void> {
  await trx
    .insertInto('search_state')
    .values({ key: 'synonyms', value: indexVersion() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
