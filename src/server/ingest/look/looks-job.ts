import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { LOOK_VERSION } from '#domain/look/look.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, type FailedRow, throwFailed } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { keepLook } from '#server/library/clip-look.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { takeLook } from './take-look.ts'
import { takeSeam } from './take-seam.ts'

type LooksDeps = Pick<Deps, 'db' | 'storage' | 'files' | 'log'>

/** Clips read at once, so that visitors are answered in between. */
const BATCH = 500

/** Looks at clips that were never looked at, or whose poster or film was replaced since, and measures their seams. */
export const looksJob: RecurringJob = {
  kind: 'clips.looks',
  everySeconds: 60 * 60,
  async run(deps, { signal }) {
    const failed: FailedRow[] = []
    for (let after = 0; ; ) {
      const clips = await clipsAfter(deps.db, after)
      if (clips.length === 0) break
      after = clips.at(-1)!.id
      const unseen = clips.filter(({ seen, seam }) => seen === null || seam === null)
      failed.push(
        ...(await eachAlone(deps, unseen, { what: 'clip', signal }, (clip) => look(deps, clip, signal))),
      )
      if (unseen.length > 0)
        await deps.db.transaction().execute((trx) => invalidate(trx, ['clips', 'categories']))
      await new Promise(setImmediate)
    }
    throwFailed('clip', failed)
  },
}

/** `seen` is null if a clip's tile is not the one that was looked at. */
function clipsAfter(db: Db, after: number) {
  return db
    .selectFrom('medias')
    .leftJoin('clip_looks', (join) =>
      join
        .onRef('clip_looks.source_id', '=', 'medias.source_id')
        .onRef('clip_looks.poster_base', '=', 'medias.poster_base')
        .on('clip_looks.version', '=', LOOK_VERSION),
    )
    .select(['medias.source_id as id', 'medias.poster_base', 'thumbnail_url', 'preview_url'])
    .select(['watermarked_url', 'width', 'height', 'seam'])
    .select('clip_looks.source_id as seen')
    .where('medias.source_id', '>', after)
    .orderBy('medias.source_id')
    .limit(BATCH)
    .execute()
}

type Unseen = Awaited<ReturnType<typeof clipsAfter>>[number]

async function look(
  { db, storage, files }: LooksDeps,
  { id, poster_base, thumbnail_url, preview_url, watermarked_url, ...film }: Unseen,
  signal: AbortSignal,
): Promise<void> {
  const place = join(files.dataDir, 'work')
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place, 'look-'))
  try {
    const fetched = async (url: string, name: string) => {
      const path = join(folder, name)
      await pipeline(await storage.read(url.replace(/^\/media\//, '')), createWriteStream(path), { signal })
      return path
    }
    const poster = await fetched(thumbnail_url, 'poster.jpg')
    const preview = await fetched(preview_url, 'preview.mp4')
    const taken = await takeLook({ poster, preview, folder, signal })
    const measured = async () =>
      takeSeam(await fetched(watermarked_url, 'film.mp4'), { size: film, folder, signal })
    const seam = film.seam ?? (await measured())
    await db.transaction().execute((trx) =>
      reindexAround(trx, [id], async () => {
        // The clip may be gone by now, or have another tile, which the next run looks at.
        const same = await trx
          .updateTable('medias')
          .set({ seam })
          .where('source_id', '=', id)
          .where('poster_base', '=', poster_base)
          .where('watermarked_url', '=', watermarked_url)
          .executeTakeFirst()
        if (same.numUpdatedRows > 0) await keepLook(trx, id, { poster_base, look: taken })
      }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
