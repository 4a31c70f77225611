import { lastStart } from '#domain/studio/uploads/film-frames.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { PLAN_VERSION } from '#server/ingest/plan/plan.ts'
import { digest } from '#server/ingest/plan/rendition-keys.ts'
import { renderTile } from '#server/ingest/render/render-video.ts'
import { storeTile } from '#server/ingest/render/store-renditions.ts'
import { findTools } from '#server/ingest/tools.ts'
import type { TileOrder } from '#server/library/clip/queue-tile.ts'
import { raiseVersion } from '#server/library/clip/studio-clip.ts'
import { tileColumns } from '#server/library/clip-rows.ts'
import { clipTags } from '#server/library/publish-clip.ts'
import { cancelRemoval, queueRemoval } from '#server/removal/remove-files.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'
import { withFilm } from './with-film.ts'

type RetileDeps = Pick<Deps, 'db' | 'storage' | 'files' | 'now' | 'events'>

/** Stores the new files and switches the clip to them in one transaction; a job removes the old ones. */
export async function retile(deps: RetileDeps, order: TileOrder, signal?: AbortSignal): Promise<void> {
  const media = await wantedMedia(deps.db, order)
  if (!media) return
  const { av1 } = await findTools()
  const keys = keysOf(media.cloudpath, order, av1)
  if (media.poster_base === `/media/${keys.poster}`) return
  await cancelRemoval(deps.db, { original: media.content_hash })
  const { posterAt, previewAt } = order
  const tile = await withFilm(deps, { key: media.cloudpath, signal }, async (job) => {
    const preview = previewAt === null ? undefined : Math.min(previewAt, lastStart(job.facts.duration))
    const facts = await renderTile(job, job.folder, { poster: posterAt ?? undefined, preview })
    await storeTile(deps.storage, { keys, tile: { facts, folder: job.folder }, now: deps.now() })
    return facts
  })
  await switchTile(deps, order, tileColumns(keys, tile))
  deps.events.emit('jobQueued')
}

/** Undefined if the clip is gone or an editor wants another tile by now; that has its own job. */
function wantedMedia(db: Deps['db'], { id, posterAt, previewAt }: TileOrder) {
  return db
    .selectFrom('medias')
    .innerJoin('library', 'library.id', 'medias.source_id')
    .select(['poster_base', 'preview_url', 'preview_av1_url', 'cloudpath', 'content_hash'])
    .where('source_id', '=', id)
    .where('poster_at', posterAt === null ? 'is' : '=', posterAt)
    .where('preview_at', previewAt === null ? 'is' : '=', previewAt)
    .executeTakeFirst()
}

/** Derived from everything that decides the bytes, so cacheable for ever. */
function keysOf(cloudpath: string, { posterAt, previewAt }: TileOrder, av1: string | undefined) {
  const hash = digest('tile', cloudpath, JSON.stringify([posterAt, previewAt, PLAN_VERSION, av1 ?? '']))
  return { poster: `poster/${hash}`, preview: `preview/${hash}.mp4`, previewAv1: `preview/${hash}.av1.mp4` }
}

/** Does nothing if the new tile is no longer wanted. */
function switchTile({ db, now }: RetileDeps, order: TileOrder, columns: ReturnType<typeof tileColumns>) {
  return db.transaction().execute(async (trx) => {
    const before = await wantedMedia(trx, order)
    if (!before) return
    await raiseVersion(trx, order.id, now())
    await trx.updateTable('medias').set(columns).where('source_id', '=', order.id).execute()
    await queueSheetsWith(trx, order.id)
    const { content_hash: original, poster_base, preview_url, preview_av1_url } = before
    await queueRemoval(trx, { original }, [poster_base, preview_url, preview_av1_url])
    await invalidate(trx, clipTags(order.id))
  })
}
