import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { Storage } from '#server/media/storage.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { unindexSource } from '#server/search/index/index-source.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { deleteTile, TILE_COLUMNS, tileKeysOf } from './clip/tile-files.ts'
import { clipTags } from './publish-clip.ts'

/**
 * Removes a clip, then its files; the next ingest removes leftovers. @param before runs first, in the same transaction
 * @throws AppError('mediaNotFound')
 */
export async function removeClip(
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  id: number,
  before?: (trx: Trx) => Promise<void>,
): Promise<void> {
  const media = await db.transaction().execute(async (trx) => {
    await before?.(trx)
    return deleteRows(trx, id)
  })
  await removeFiles(storage, media)
}

/** Columns that name the files of a clip. */
export const FILE_COLUMNS = [...TILE_COLUMNS, 'watermarked_url', 'cloudpath', 'content_hash'] as const
export type StoredClip = Record<(typeof FILE_COLUMNS)[number], string>

/** Removes a clip's files, except those it shares with `kept`. */
export async function removeFiles(storage: Storage, clip: StoredClip, kept?: StoredClip): Promise<void> {
  if (clip.poster_base !== kept?.poster_base) await deleteTile(storage, tileKeysOf(clip))
  if (clip.watermarked_url !== kept?.watermarked_url)
    await storage.delete(clip.watermarked_url.replace(/^\/media\//, ''))
  if (clip.cloudpath !== kept?.cloudpath) await storage.delete(clip.cloudpath)
  if (clip.content_hash !== kept?.content_hash) await storage.delete(originalKey(clip.content_hash))
}

async function deleteRows(trx: Trx, id: number): Promise<StoredClip> {
  const media = await trx
    .selectFrom('medias')
    .innerJoin('library', 'library.id', 'medias.source_id')
    .select(FILE_COLUMNS)
    .where('source_id', '=', id)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  await unindexSource(trx, id)
  await queueSheetsWith(trx, id)
  await trx.deleteFrom('library').where('id', '=', id).execute()
  await invalidate(trx, clipTags(id))
  return media
}
