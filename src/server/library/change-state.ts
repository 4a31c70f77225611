import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import { announceAround } from '#server/hooks/announce.ts'
import { indexSource, reindexAround } from '#server/search/index/reindex-sources.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { NEW_CLIP_POPULARITY } from './clip-rows.ts'
import { clipTags } from './publish-clip.ts'

/**
 * Shows a draft or a hidden clip to visitors. A draft becomes new now; a hidden clip returns to its place. Returns
 * false for other clips. The caller checks that it is complete, and raises its version.
 */
export async function publishSource(trx: Trx, id: number, at: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('library')
    .select('state')
    .where('id', '=', id)
    .where('state', '<>', 'published')
    .executeTakeFirst()
  if (!row) return false
  const isNew = row.state === 'draft' && { created: at.toISOString(), popularity: NEW_CLIP_POPULARITY }
  const shown = trx
    .updateTable('library')
    .set({ state: 'published', publish_at: null, ...isNew })
    .where('id', '=', id)
  await announceAround(trx, [id], () => shown.execute())
  await indexSource(trx, id)
  await afterChange(trx, id)
  return true
}

/**
 * Hides a published clip from visitors; likes, licences and places in sets are kept. Otherwise like publishSource().
 */
export async function hideSource(trx: Trx, id: number): Promise<boolean> {
  const hidden = trx
    .updateTable('library')
    .set({ state: 'hidden' })
    .where('id', '=', id)
    .where('state', '=', 'published')
  const { numUpdatedRows } = await announceAround(trx, [id], () =>
    reindexAround(trx, [id], () => hidden.executeTakeFirst()),
  )
  if (numUpdatedRows === 0n) return false
  await afterChange(trx, id)
  return true
}

/** Set pictures show their clips, too. */
async function afterChange(trx: Trx, id: number): Promise<void> {
  await queueSheetsWith(trx, id)
  await invalidate(trx, clipTags(id))
}
