import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { forgetRenditions } from '#server/removal/forget-renditions.ts'
import { filesOfClip, queueRemoval } from '#server/removal/remove-files.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { keepTile } from './clip/queue-tile.ts'
import { keepLookOf } from './clip-look.ts'
import { type ClipFiles, fileColumns, mediaFileColumns } from './clip-rows.ts'
import { type Addition, clipTags } from './publish-clip.ts'
import { storedFiles } from './remove-clip.ts'

/**
 * Replaces a clip's files with others that are already stored. Its id, texts, state, likes and places in sets stay; its
 * old files are removed by a job. @throws AppError('mediaNotFound')
 */
export async function replaceClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  files: ClipFiles,
  within?: Addition['within'],
): Promise<void> {
  const at = now().toISOString()
  await db.transaction().execute(async (trx) => {
    const before = await storedFiles(trx, id)
    await forgetRenditions(trx, id)
    const isSameFootage = before.content_hash === files.contentHash
    if (!isSameFootage) await trx.deleteFrom('proposals').where('source_id', '=', id).execute()
    await reindexAround(trx, [id], async () => {
      await trx
        .updateTable('library')
        .set(({ eb }) => ({ ...fileColumns(files), version: eb('version', '+', 1), updated: at }))
        .where('id', '=', id)
        .execute()
      await trx.updateTable('medias').set(mediaFileColumns(files)).where('source_id', '=', id).execute()
      await keepLookOf(trx, id, files)
      await keepTile(trx, id, { isSameFootage })
    })
    await queueSheetsWith(trx, id)
    await within?.(trx, id)
    if (!files.tile.still) before.source_url_image = ''
    // The job leaves those that the new files share with them.
    await queueRemoval(trx, { original: before.content_hash }, filesOfClip(before))
    await invalidate(trx, clipTags(id))
  })
}
