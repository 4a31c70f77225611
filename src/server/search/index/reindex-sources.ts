import { isDeepStrictEqual } from 'node:util'
import { engineOf } from '#server/db/engine.ts'
import { lockUntilCommit } from '#server/db/locks.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Trx } from '#server/db/schema.ts'
import { filterValues } from '#server/list-filters.ts'
import { type ClipDocument, clipDocument } from './clip-document.ts'
import { noteChanges, noteSynonyms } from './index-source.ts'
import { freeRank, freeRanks } from './ranks.ts'
import { readClip } from './read-clip.ts'
import { type SearchedClip, searchedClips } from './searched-clips.ts'
import { storeWords } from './store-words.ts'
import { Vocabulary, writeVocabulary } from './vocabulary.ts'
import { deleteRanks, rewriteDocuments, writeDocuments } from './write-index.ts'

/** From this many clips of one popularity on, their ranks are found together. */
const TOGETHER = 8

interface Indexed {
  document: ClipDocument
  popularity: number
}
type RankedClip = SearchedClip & { popularity: number }

/**
 * Runs a change of up to a few hundred clips, in its transaction, and updates the index for clips that are published,
 * hidden or get other texts. Much cheaper than clip by clip.
 */
export async function reindexAround(
  trx: Trx,
  ids: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  await lockUntilCommit(trx, 'index')
  await noteChanges(trx, ids)
  // Saves dictionary look-ups for unchanged words, and for a keyword that many clips get.
  const known = new Map<string, string>()
  const vocabulary = new Vocabulary()
  const before = await clipsOf(trx, ids)
  const ranks = await ranksOf(trx, ids)
  // A clip without a rank was not counted.
  for (const clip of before.values()) if (ranks.has(clip.id)) vocabulary.add(readClip(clip, known), -1)
  await change()
  const after = await clipsOf(trx, ids)
  const documents = [...after.values()].map((clip) => clipDocument(clip, engineOf(trx), known))
  await storeWords(trx, documents)
  const kept: Parameters<typeof rewriteDocuments>[1][number][] = []
  const added: Indexed[] = []
  for (const document of documents) {
    vocabulary.add(document)
    const [then, now] = [before.get(document.id), after.get(document.id)!]
    const rank = ranks.get(now.id)
    if (rank === undefined || then?.popularity !== now.popularity)
      added.push({ document, popularity: now.popularity })
    else {
      ranks.delete(now.id)
      kept.push({ rank, document, isFiltered: !isDeepStrictEqual(filterValues(then), document.filters) })
    }
  }
  await deleteRanks(trx, [...ranks.values()])
  await rewriteDocuments(trx, kept)
  await writeNew(trx, added)
  await noteSynonyms(trx)
  await writeVocabulary((write) => write(trx), '', vocabulary)
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

async function writeNew(trx: Trx, added: readonly Indexed[]): Promise<void> {
  const byPopularity = Map.groupBy(added, ({ popularity }) => popularity)
  for (const [popularity, clips] of byPopularity) {
    if (clips.length < TOGETHER) {
      for (const { document } of clips) {
        const rank = await freeRank(trx, { id: document.id, popularity })
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
      newestFirst.map(({ document }, at) => ({ rank: ranks[at]!, document })),
    )
  }
}
