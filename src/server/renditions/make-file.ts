import { stat } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Selectable } from 'kysely'
import { PICTURE_BYTES } from '#domain/clips/file-kinds.ts'
import type { Size } from '#domain/clips/film-size.ts'
import type { RenditionsTable } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { runFfmpeg } from '#server/ingest/render/run-ffmpeg.ts'
import { type FilmJob, withFilm } from '#server/ingest/retile/with-film.ts'
import { contentTypeOf } from '#server/media/content-type.ts'
import { type FilePlan, filePlan, isPicture, nextRung, picturePlan } from './file-plans.ts'

/** A row of `renditions`, and the hash of the clip's original. */
export type FileOrder = Selectable<RenditionsTable> & { content_hash: string }

export interface MadeFile extends Size {
  bytes: number
}

/**
 * Makes and stores a file. @param order `from`: key of its film or original
 * @throws Refusal if it cannot be made, AppError('mediaNotFound') if the film is gone
 */
export function makeFile(
  { storage, files }: Pick<Deps, 'storage' | 'files'>,
  { storage_key, from, ...order }: FileOrder & { from: string },
  signal: AbortSignal,
): Promise<MadeFile> {
  return withFilm({ storage, files }, { key: from, signal }, async (job) => {
    const path = join(job.folder, `made${extname(storage_key)}`)
    const { width, height } = await render(job, order, path)
    const { size: bytes } = await stat(path)
    await storage.put(storage_key, { path }, contentTypeOf(storage_key))
    return { width, height, bytes }
  })
}

type Render = Pick<FileOrder, 'kind' | 'params'>

async function render(job: FilmJob, { kind, params }: Render, output: string): Promise<Size> {
  const { facts, tools, input, folder } = job
  const paths = { input, folder, output }
  if (!isPicture(kind)) return run(job, filePlan({ kind, params, facts, tools, paths }))
  for (let rung: number | undefined = 0; rung !== undefined; ) {
    const size = await run(job, picturePlan({ kind, facts, paths }, rung))
    const { size: bytes } = await stat(output)
    if (bytes <= PICTURE_BYTES) return size
    rung = nextRung(rung, bytes)
  }
  throw new Refusal('it does not become small enough')
}

async function run(job: FilmJob, { runs, size }: FilePlan): Promise<Size> {
  for (const args of runs)
    await runFfmpeg(job, 'films', { args, seconds: job.facts.duration, folder: job.folder })
  return size
}
