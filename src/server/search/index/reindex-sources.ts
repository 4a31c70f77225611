import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Trx } from '#server/db/schema.ts'
import { indexVersion } from '#server/search/text/synonyms.ts'
import { clipDocument } from './clip-document.ts'
import { freeRank, freeRanks } from './ranks.ts'
import { readClip } from './read-clip.ts'
import { type SearchedClip, searchedClips } from './searched-clips.ts'
import { Vocabulary, writeVocabulary } from './vocabulary.ts'
import { deleteRanks, NEXT, type RankedDocument, storeWords, table, writeDocuments } from './write-index.ts'

/** From this many clips of one popularity on, their ranks are found together. */
const TOGETHER = 8

type Unranked = Pick<RankedDocument, 'document'> & { popularity: number }
type RankedClip = SearchedClip & { popularity: number }

/** Makes a published clip findable, in the transaction that publishes it. It gets its rank at once. */
export function indexSource(trx: Trx, id: number): Promise<void> {
  return reindexAround(trx, [id], async () => {})
}

/**
 * Runs a change of up to a few hundred clips, in its transaction, and updates the index for clips that are published,
 * hidden, removed or ranked anew, or get other texts. Much cheaper than clip by clip. Returns what the change does.
 */
export async function reindexAround<Result>(
  trx: Trx,
  ids: readonly number[],
  change: () => Promise<Result>,
): Promise<Result> {
  await lockUntilCommit(trx, 'index')
  await noteChanges(trx, ids)
  const vocabulary = new Vocabulary()
  const before = await clipsOf(trx, ids)
  const ranks = await ranksOf(trx, ids)
  // A clip without a rank was not counted.
  for (const clip of before.values()) if (ranks.has(clip.id)) vocabulary.add(readClip(clip), -1)
  const result = await change()
  const after = await clipsOf(trx, ids)
  const documents = [...after.values()].map((clip) => clipDocument(clip, engineOf(trx)))
  const kept: RankedDocument[] = []
  const added: Unranked[] = []
  for (const document of documents) {
    vocabulary.add(document)
    const [rank, { popularity }] = [ranks.get(document.id), after.get(document.id)!]
    if (rank === undefined || before.get(document.id)?.popularity !== popularity)
      added.push({ document, popularity })
    else kept.push({ rank, document })
  }
  await storeWords(trx, documents)
  await deleteRanks(trx, '', [...ranks.values()])
  await writeDocuments(trx, '', kept)
  await writeNew(trx, added)
  if (documents.length > 0) await noteSynonyms(trx)
  await writeVocabulary((write) => write(trx), '', vocabulary)
  return result
}

async function clipsOf(trx: Trx, ids: readonly number[]): Promise<Map<number, RankedClip>> {
  const clips: RankedClip[] = await searchedClips(trx)
    .select('sources.popularity')
    .where(oneOf(trx, 'sources.id', ids))
    .orderBy('sources.id')
    .execute()
  return new Map(clips.map((clip) => [clip.id, clip]))
}

async function ranksOf(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('source_ranks')
    .select(['source_id', 'rank'])
    .where(oneOf(trx, 'source_id', ids))
    .execute()
  return new Map(rows.map(({ source_id, rank }) => [source_id, rank]))
}

async function writeNew(trx: Trx, added: readonly Unranked[]): Promise<void> {
  for (const [popularity, clips] of Map.groupBy(added, (clip) => clip.popularity)) {
    if (clips.length < TOGETHER)
      for (const { document } of clips)
        await writeAt(trx, [{ rank: await freeRank(trx, { id: document.id, popularity }), document }])
    else {
      const ranks = await freeRanks(trx, { popularity, count: clips.length })
      // The newest first, as in a fresh index.
      const newestFirst = clips.toReversed()
      await writeAt(
        trx,
        newestFirst.map(({ document }, at) => ({ rank: ranks[at]!, document })),
      )
    }
  }
}

/** Writes clips at free ranks. A source deleted by cascade leaves its texts behind. */
async function writeAt(trx: Trx, documents: readonly RankedDocument[]): Promise<void> {
  await deleteRanks(
    trx,
    '',
    documents.map(({ rank }) => rank),
  )
  await writeDocuments(trx, '', documents)
}

/** Makes a running rebuild read these clips again. Its tables exist as long as its row in search_state. */
async function noteChanges(trx: Trx, ids: readonly number[]): Promise<void> {
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
  await deleteRanks(
    trx,
    NEXT,
    written.rows.map(({ rank }) => rank),
  )
}

/** The first clip of an index notes the version of the synonym table; a rebuild does so too. */
async function noteSynonyms(trx: Trx): Promise<void> {
  await trx
    .insertInto('search_state')
    .values({ key: 'synonyms', value: indexVersion() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
