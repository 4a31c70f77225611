import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource, unindexSource } from '#server/search/index/index-source.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { keepTile } from './clip/queue-tile.ts'
import { type ClipFiles, fileColumns, mediaFileColumns } from './clip-rows.ts'
import { type Addition, clipTags } from './publish-clip.ts'
import { FILE_COLUMNS, removeFiles, type StoredClip } from './remove-clip.ts'

/**
 * Replaces a clip's files with others that are already stored. Its id, texts, state, likes and places in sets stay; its
 * old files are removed afterwards. @throws AppError('mediaNotFound')
 */
export async function replaceClip(
  deps: Pick<Deps, 'db' | 'storage' | 'now'>,
  id: number,
  files: ClipFiles,
  within?: Addition['within'],
): Promise<void> {
  const at = deps.now().toISOString()
  const before = await deps.db.transaction().execute(async (trx) => {
    const stored = await storedClip(trx, id)
    await unindexSource(trx, id)
    await trx
      .updateTable('library')
      .set(({ eb }) => ({ ...fileColumns(files), version: eb('version', '+', 1), updated: at }))
      .where('id', '=', id)
      .execute()
    await trx.updateTable('medias').set(mediaFileColumns(files)).where('source_id', '=', id).execute()
    await keepTile(trx, id, { isSameFootage: stored.content_hash === files.contentHash })
    await indexSource(trx, id)
    await queueSheetsWith(trx, id)
    await within?.(trx, id)
    await invalidate(trx, clipTags(id))
    return stored
  })
  await removeFiles(deps.storage, before, await storedClip(deps.db, id))
}

async function storedClip(db: Trx | Deps['db'], id: number): Promise<StoredClip> {
  const row = await db
    .selectFrom('medias')
    .innerJoin('library', 'library.id', 'medias.source_id')
    .select(FILE_COLUMNS)
    .where('source_id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  return row
}
