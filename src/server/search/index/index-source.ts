import { sql, type Transaction } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import { SYNONYMS_VERSION } from '#server/search/text/synonyms.ts'
import { clipDocument } from './clip-document.ts'
import { rowsOf } from './index-rows.ts'
import { freeRank } from './ranks.ts'
import { searchedClips } from './searched-clips.ts'
import { VocabularyCounter } from './vocabulary.ts'
import { deleteRank, NEXT, table, writeDocuments, writeVocabulary } from './write-index.ts'

/** Makes a published clip findable, in the transaction that publishes or changes it. It gets its rank at once. */
export async function indexSource(trx: Transaction<Database>, id: number): Promise<void> {
  await lockIndex(trx)
  await noteChange(trx, id)
  await addToIndex(trx, id)
}

/** Takes a clip out of the index, in the transaction that removes or changes it, and before it does. */
export async function unindexSource(trx: Transaction<Database>, id: number): Promise<void> {
  await lockIndex(trx)
  await noteChange(trx, id)
  const present = await trx
    .selectFrom('source_ranks')
    .select('rank')
    .where('source_id', '=', id)
    .executeTakeFirst()
  const clip = await searchedClips(trx).where('sources.id', '=', id).executeTakeFirst()
  if (!present || !clip) return
  const counter = new VocabularyCounter()
  counter.count(clipDocument(clip, engineOf(trx)), -1)
  await writeVocabulary(trx, '', counter.counted())
  await deleteRank(trx, '', present.rank)
}

/** The same without the lock and the note, which the caller has. A clip that is gone, or indexed already, is left out. */
export async function addToIndex(trx: Transaction<Database>, id: number): Promise<void> {
  const clip = await searchedClips(trx)
    .select('sources.popularity')
    .where('sources.id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('source_ranks').select('rank').where('source_id', '=', id))),
    )
    .executeTakeFirst()
  if (!clip) return
  const rank = await freeRank(trx, clip)
  const document = clipDocument(clip, engineOf(trx))
  const counter = new VocabularyCounter()
  counter.count(document)
  await deleteRank(trx, '', rank)
  await noteSynonyms(trx)
  await writeDocuments(trx, '', { ranks: [rank], rows: rowsOf([document]) })
  await writeVocabulary(trx, '', counter.counted())
}

/** One writer of the index at a time, until the transaction ends. SQLite has one writer anyway. */
export async function lockIndex(trx: Transaction<Database>): Promise<void> {
  if (engineOf(trx) === 'postgres') await sql`select pg_advisory_xact_lock(${INDEX_LOCK})`.execute(trx)
}

/** Any number that nothing else locks. */
const INDEX_LOCK = 7_361_722

/**
 * A rebuild under way must look at this clip again, and forget what it has read of it: the tables that it fills exist
 * for as long as its row in search_state.
 */
async function noteChange(trx: Transaction<Database>, id: number): Promise<void> {
  const rebuild = await trx
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'rebuild')
    .executeTakeFirst()
  if (!rebuild) return
  await trx
    .insertInto('search_changes')
    .values({ source_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const read = await sql<{ rank: number }>`
    select rank from ${table('source_ranks', NEXT)} where source_id = ${id}`.execute(trx)
  for (const { rank } of read.rows) await deleteRank(trx, NEXT, rank)
}

/** The first clip of an index says which synonym table it was made with; a rebuild says so too. */
async function noteSynonyms(trx: Transaction<Database>): Promise<void> {
  await trx
    .insertInto('search_state')
    .values({ key: 'synonyms', value: SYNONYMS_VERSION })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
