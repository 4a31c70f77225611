import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { announceAround } from '#server/hooks/announce.ts'
import { forgetRenditions } from '#server/removal/forget-renditions.ts'
import { clipFiles, filesOfClip, queueRemoval } from '#server/removal/remove-files.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { clipTags } from './publish-clip.ts'

/**
 * Removes a clip; a job removes its files. @param before runs first, in the same transaction
 * @throws AppError('mediaNotFound')
 */
export async function removeClip(
  { db }: Pick<Deps, 'db'>,
  id: number,
  before?: (trx: Trx) => Promise<void>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await before?.(trx)
    const files = await storedFiles(trx, id)
    await queueSheetsWith(trx, id)
    await forgetRenditions(trx, id)
    const gone = trx.deleteFrom('library').where('id', '=', id)
    await announceAround(trx, [id], () => reindexAround(trx, [id], () => gone.execute()))
    await queueRemoval(trx, { original: files.content_hash }, filesOfClip(files))
    await invalidate(trx, clipTags(id))
  })
}

/** Where a clip's files are. @throws AppError('mediaNotFound') */
export async function storedFiles(trx: Trx, id: number) {
  const files = await clipFiles(trx).where('source_id', '=', id).executeTakeFirst()
  if (!files) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  return files
}
