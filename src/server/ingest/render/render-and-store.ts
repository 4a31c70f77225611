import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Master } from '#domain/clips/file-kinds.ts'
import { takeLock } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import { type TileFiles, takeLook } from '#server/ingest/look/take-look.ts'
import { PLAN_VERSION } from '#server/ingest/plan/plan.ts'
import { digest, type Fingerprints, renditionKeys } from '#server/ingest/plan/rendition-keys.ts'
import { hasCredentials } from '#server/ingest/probe/credentials.ts'
import type { Facts, ImageFacts, VideoFacts } from '#server/ingest/probe/facts.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { type Finished, finishStep, lockOf } from '#server/ingest/steps.ts'
import type { TileFacts } from '#server/library/clip-details.ts'
import type { ClipFiles } from '#server/library/clip-rows.ts'
import { posterPath, thumbnailWidth } from '#server/media/poster-paths.ts'
import { originalKey } from '#server/media/storage-key.ts'
import { cancelRemoval } from '#server/removal/remove-files.ts'
import type { RenderJob, RenderSteps } from './render-job.ts'
import { stillSteps } from './render-still.ts'
import { videoSteps } from './render-video.ts'
import { storeOriginal, storeRenditions, storeTile } from './store-renditions.ts'
import { WATERMARK_VERSION } from './watermark.ts'

export interface RenderContext {
  deps: Pick<Deps, 'db' | 'storage' | 'now'>
  /** Folder of unfinished steps. */
  work: string
  /** Whether the original is stored beside the renditions. */
  keepOriginal?: boolean | undefined
  /** Gets the path of a small poster as soon as it is stored, long before the films are. */
  onPoster?: ((path: string) => Promise<void>) | undefined
}

/** Renders and stores every file of a clip, without the steps that an earlier run finished. @throws Refusal */
export async function renderAndStore(
  { deps: { db, storage, now }, work, keepOriginal, onPoster }: RenderContext,
  job: RenderJob,
  { file, assertUnchanged }: { file: string; assertUnchanged: () => Promise<void> },
): Promise<ClipFiles> {
  const { contentHash, signal } = job
  await cancelRemoval(db, { original: contentHash })
  const steps = stepsOf(job)
  const prints = fingerprints(job, steps)
  const keys = renditionKeys(contentHash, prints)
  const place = join(work, contentHash, prints.shown)
  const tile = await finishStep(place, 'tile', (folder) => steps.tile(folder, place))
  if (onPoster) {
    await storeTile(storage, { keys, tile, now: now() })
    await onPoster(posterPath(keys, tile.facts))
  }
  const films = await finishStep(place, 'films', (folder) => steps.films(folder, place))
  await assertUnchanged()
  signal?.throwIfAborted()
  const look = await takeLook(tileIn(tile, signal))
  await storeRenditions(storage, { keys, tile, films, now: now() }, job.onProgress)
  if (keepOriginal) await storeOriginal(storage, { ...job, now: now() })
  const isKept = keepOriginal || (await storage.stat(originalKey(contentHash)))
  const master = isKept ? masterOf(job.facts) : undefined
  const credentials = await hasCredentials(job.input)
  return { contentHash, file, keys, tile: tile.facts, films: films.facts, master, look, credentials }
}

function masterOf(facts: Facts): Master | undefined {
  if (facts.kind !== 'video') return undefined
  const { width, height, alpha, bitRate, duration, demuxer } = facts
  const bytes = Math.round((bitRate / 8) * duration)
  return { width, height, alpha, bytes, extension: demuxer === 'mov' ? 'mov' : 'mkv' }
}

function tileIn(
  { folder, facts: { widths } }: Finished<TileFacts>,
  signal: AbortSignal | undefined,
): TileFiles {
  const poster = join(folder, `${thumbnailWidth(widths)}.jpg`)
  return { poster, preview: join(folder, 'preview.mp4'), folder, signal }
}

function stepsOf(job: RenderJob): RenderSteps {
  const isVideo = job.facts.kind === 'video'
  return isVideo ? videoSteps(job as RenderJob<VideoFacts>) : stillSteps(job as RenderJob<ImageFacts>)
}

/** The same original with the same plans gives the same bytes. */
function fingerprints({ siteName }: RenderJob, steps: RenderSteps): Fingerprints {
  const plans = JSON.stringify(steps.plans)
  const version = `${PLAN_VERSION}.${WATERMARK_VERSION}`
  return { shown: digest(version, siteName, plans), full: digest(version, plans) }
}

/**
 * Works under an original's lock, so that two processes do not render it twice. Its folder is deleted when the work is
 * done or refused.
 */
export async function aloneWith<T>(
  { work }: Pick<RenderContext, 'work'>,
  { contentHash, signal }: Pick<RenderJob, 'contentHash' | 'signal'>,
  make: () => Promise<T>,
): Promise<T> {
  const folder = join(work, contentHash)
  const release = await takeLock(lockOf(work, contentHash), signal)
  try {
    const made = await make()
    await rm(folder, { recursive: true, force: true })
    return made
  } catch (error) {
    if (error instanceof Refusal) await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    release()
  }
}
