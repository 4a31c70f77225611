import { engineOf } from '#server/db/engine.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Trx } from '#server/db/schema.ts'
import { type ClipDocument, clipDocument } from './clip-document.ts'
import { lockIndex, noteChange, noteSynonyms } from './index-source.ts'
import { freeRank, freeRanks } from './ranks.ts'
import { searchedClips } from './searched-clips.ts'
import { storeWords } from './store-words.ts'
import { Vocabulary, writeVocabulary } from './vocabulary.ts'
import { deleteRanks, writeDocuments } from './write-index.ts'

/** From so many clips of one popularity on, their ranks are taken together. */
const TOGETHER = 8

interface Indexed {
  document: ClipDocument
  popularity: number
}

/**
 * Runs a change of up to a few hundred clips, in its transaction, and brings the index up to date: for published clips that
 * are hidden, for others that are published, and for texts that change. Much cheaper than clip by clip.
 */
export async function reindexAround(
  trx: Trx,
  ids: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  await lockIndex(trx)
  for (const id of ids) await noteChange(trx, id)
  // Words of what stays are not asked of the dictionary again, nor those of a new keyword for each clip.
  const known = new Map<string, string>()
  const before = await documentsOf(trx, ids, known)
  const ranks = await ranksOf(trx, ids)
  await change()
  const after = await documentsOf(trx, ids, known)
  const vocabulary = new Vocabulary()
  // One without a rank was not counted.
  for (const [id, { document }] of before) if (ranks.has(id)) vocabulary.add(document, -1)
  for (const { document } of after.values()) vocabulary.add(document)
  await deleteRanks(trx, [...ranks.values()])
  const kept = new Map([...ranks].filter(([id]) => after.get(id)?.popularity === before.get(id)?.popularity))
  await writeDocuments(
    trx,
    '',
    [...after].flatMap(([id, { document }]) => (kept.has(id) ? [{ rank: kept.get(id)!, document }] : [])),
  )
  await writeNew(
    trx,
    [...after].filter(([id]) => !kept.has(id)),
  )
  await noteSynonyms(trx)
  await writeVocabulary((write) => write(trx), '', vocabulary)
}

async function documentsOf(
  trx: Trx,
  ids: readonly number[],
  known: Map<string, string>,
): Promise<Map<number, Indexed>> {
  const clips = await searchedClips(trx)
    .select('sources.popularity')
    .where(oneOf(trx, 'sources.id', ids))
    .orderBy('sources.id')
    .execute()
  const documents = clips.map((clip) => clipDocument(clip, engineOf(trx), known))
  await storeWords(trx, documents)
  return new Map(clips.map(({ id, popularity }, at) => [id, { document: documents[at]!, popularity }]))
}

async function ranksOf(trx: Trx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await trx
    .selectFrom('source_ranks')
    .select(['source_id', 'rank'])
    .where(oneOf(trx, 'source_id', ids))
    .execute()
  return new Map(rows.map(({ source_id, rank }) => [source_id, rank]))
}

async function writeNew(trx: Trx, added: readonly [number, Indexed][]): Promise<void> {
  const byPopularity = Map.groupBy(added, ([, { popularity }]) => popularity)
  for (const [popularity, clips] of byPopularity) {
    if (clips.length < TOGETHER) {
      for (const [id, { document }] of clips) {
        const rank = await freeRank(trx, { id, popularity })
        await deleteRanks(trx, [rank])
        await writeDocuments(trx, '', [{ rank, document }])
      }
      continue
    }
    const ranks = await freeRanks(trx, { popularity, count: clips.length })
    await deleteRanks(trx, ranks)
    // The newest first, as in a fresh index.
    const newestFirst = clips.toReversed()
    await writeDocuments(
      trx,
      '',
      newestFirst.map(([, { document }], at) => ({ rank: ranks[at]!, document })),
    )
  }
}
