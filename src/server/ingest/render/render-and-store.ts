import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { takeLock } from '#server/db/locks.ts'
import type { Deps } from '#server/deps.ts'
import { renditionKeys } from '#server/ingest/plan/rendition-keys.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { Finished } from '#server/ingest/steps.ts'
import { lockOf } from '#server/ingest/work-lock.ts'
import type { TileFacts } from '#server/library/clip-details.ts'
import { type ClipFiles, posterPath } from '#server/library/clip-rows.ts'
import { cancelRemoval } from '#server/removal/remove-files.ts'
import { fingerprints, render } from './render.ts'
import type { RenderJob } from './render-job.ts'
import { storeOriginal, storeRenditions, storeTile } from './store-renditions.ts'

export interface RenderContext {
  deps: Pick<Deps, 'db' | 'storage' | 'now'>
  /** Folder of unfinished steps. */
  work: string
  /** Whether the original is stored beside the renditions. */
  keepOriginal?: boolean | undefined
  /** Gets the path of a small poster as soon as it is stored, long before the films are. */
  onPoster?: ((path: string) => Promise<void>) | undefined
}

/** Renders and stores every file of a clip. @throws Refusal */
export async function renderAndStore(
  { deps, work, keepOriginal, onPoster }: RenderContext,
  job: RenderJob,
  { file, assertUnchanged }: { file: string; assertUnchanged: () => Promise<void> },
): Promise<ClipFiles> {
  await cancelRemoval(deps.db, { original: job.contentHash })
  const prints = fingerprints(job)
  const keys = renditionKeys(job.contentHash, prints)
  const onTile = async (tile: Finished<TileFacts>) => {
    await storeTile(deps.storage, { keys, tile, now: deps.now() })
    await onPoster?.(posterPath(keys, tile.facts))
  }
  const shown = { ...job, ...(onPoster && { onTile }) }
  const renditions = await render(shown, join(work, job.contentHash, prints.shown))
  await assertUnchanged()
  job.signal?.throwIfAborted()
  await storeRenditions(deps.storage, { keys, renditions, now: deps.now() }, job.onProgress)
  if (keepOriginal) await storeOriginal(deps.storage, { ...job, now: deps.now() })
  const facts = { tile: renditions.tile.facts, films: renditions.films.facts }
  return { contentHash: job.contentHash, file, keys, ...facts }
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
