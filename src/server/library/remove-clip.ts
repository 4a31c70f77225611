import { basename } from 'node:path'
import { AppError } from '#contract/errors.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { unindexSource } from '#server/search/index/index-source.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { clipTags } from './publish-clip.ts'

/** Removes a clip, then its files; the next ingest sweeps what is left. @throws AppError('mediaNotFound') */
export async function removeClip({ db, storage }: Pick<Deps, 'db' | 'storage'>, id: number): Promise<void> {
  const media = await db.transaction().execute((trx) => deleteRows(trx, id))
  const hash = basename(media.poster_base)
  for await (const key of storage.list(`poster/${hash}`)) await storage.delete(key)
  const films = [`preview/${hash}.mp4`, `preview/${hash}.av1.mp4`, `watermarked/${hash}.mp4`, media.cloudpath]
  for (const key of films) await storage.delete(key)
}

async function deleteRows(trx: Trx, id: number) {
  const media = await trx
    .selectFrom('medias')
    .select(['poster_base', 'cloudpath'])
    .where('source_id', '=', id)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound', `there is no clip ${id}`)
  await unindexSource(trx, id)
  await queueSheetsWith(trx, id)
  await trx.deleteFrom('library').where('id', '=', id).execute()
  await invalidate(trx, clipTags(id))
  return media
}
