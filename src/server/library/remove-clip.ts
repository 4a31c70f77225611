import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { unindexSource } from '#server/search/index/index-source.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { deleteTile, TILE_COLUMNS, tileKeysOf } from './clip/tile-files.ts'
import { clipTags } from './publish-clip.ts'

/**
 * Removes a clip, then its files; the next ingest sweeps what is left.
 * @param before runs first, in the same transaction
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
  await deleteTile(storage, tileKeysOf(media))
  for (const key of [media.watermarked_url.replace(/^\/media\//, ''), media.cloudpath])
    await storage.delete(key)
}

async function deleteRows(trx: Trx, id: number) {
  const media = await trx
    .selectFrom('medias')
    .select([...TILE_COLUMNS, 'watermarked_url', 'cloudpath'])
    .where('source_id', '=', id)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  await unindexSource(trx, id)
  await queueSheetsWith(trx, id)
  await trx.deleteFrom('library').where('id', '=', id).execute()
  await invalidate(trx, clipTags(id))
  return media
}
