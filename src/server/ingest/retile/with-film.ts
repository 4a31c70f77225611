import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#server/deps.ts'
import { probeVideo } from '#server/ingest/probe/probe-video.ts'
import { sniff } from '#server/ingest/probe/sniff.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { findTools } from '#server/ingest/tools.ts'

export interface FilmJob extends Awaited<ReturnType<typeof jobOn>> {
  /** For the work's own files; removed at the end. */
  folder: string
}

/** Provides a stored film or original in a folder of its own while the work runs. @throws AppError('mediaNotFound') */
export async function withFilm<Result>(
  { storage, files }: Pick<Deps, 'storage' | 'files'>,
  { key, signal }: { key: string; signal?: AbortSignal | undefined },
  work: (job: FilmJob) => Promise<Result>,
): Promise<Result> {
  const place = join(files.dataDir, 'work')
  await mkdir(place, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(place, 'film-'))
  try {
    const input = join(folder, 'film.mp4')
    await pipeline(await storage.read(key), createWriteStream(input), { ...(signal && { signal }) })
    return await work({ ...(await jobOn(input, signal)), folder })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function jobOn(input: string, signal: AbortSignal | undefined) {
  const tools = await findTools()
  const sniffed = await sniff(input)
  if (sniffed.kind !== 'video') throw new Refusal('it is no film')
  const facts = await probeVideo({ path: input, demuxer: sniffed.demuxer, tools, signal })
  return { input, facts, tools, signal, onProgress: () => {} }
}
