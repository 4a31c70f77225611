import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#server/deps.ts'
import { probeVideo } from '#server/ingest/probe/probe-video.ts'
import { findTools } from '#server/ingest/tools.ts'

interface FilmJob extends Awaited<ReturnType<typeof jobOn>> {
  /** For the work's own files; removed at the end. */
  folder: string
}

/** Provides a stored full film in a folder of its own while the work runs. @throws AppError('mediaNotFound') */
export async function withFullFilm<Result>(
  { storage, files }: Pick<Deps, 'storage' | 'files'>,
  { cloudpath, signal }: { cloudpath: string; signal?: AbortSignal | undefined },
  work: (job: FilmJob) => Promise<Result>,
): Promise<Result> {
  const place = join(files.dataDir, 'work')
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place, 'film-'))
  try {
    const input = join(folder, 'film.mp4')
    await pipeline(await storage.read(cloudpath), createWriteStream(input), { ...(signal && { signal }) })
    return await work({ ...(await jobOn(input, signal)), folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function jobOn(input: string, signal: AbortSignal | undefined) {
  const tools = await findTools()
  const facts = await probeVideo({ path: input, demuxer: 'mov', tools, signal })
  return { input, facts, tools, signal, onProgress: () => {} }
}
