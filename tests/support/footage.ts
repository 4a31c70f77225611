import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { operatorEnvironment, parseConfig } from '#server/config/config.ts'
import { contentHash } from '#server/ingest/content-hash.ts'
import type { IngestSummary } from '#server/ingest/ingest-folder.ts'
import { findTools } from '#server/ingest/tools.ts'
import { openDeps } from '#server/start/open-deps.ts'
import { writeMigratedSqlite } from './database/migrated-sqlite.ts'

const run = promisify(execFile)

/** An empty library in a temporary folder. @param settings besides the usual ones */
export async function aLibrary(settings: Record<string, string> = {}) {
  const root = await mkdtemp(join(tmpdir(), 'nagare-ingest-'))
  const env = { DATA_DIR: join(root, 'data'), LOG_LEVEL: 'silent', SITE_NAME: 'Nagare', ...settings }
  const config = parseConfig(operatorEnvironment(env))
  if (config.database.engine === 'sqlite') await writeMigratedSqlite(config.database.file)
  const deps = await openDeps(config)
  const close = async () => {
    await deps.close()
    await rm(root, { recursive: true, force: true })
  }
  return { root, env, config, deps, close }
}

export type Library = Awaited<ReturnType<typeof aLibrary>>

export interface VideoOptions {
  size?: string
  rate?: number | string
  seconds?: number
  /** Filters before encoding. */
  filter?: string
  /** Output arguments; plain H.264 by default. */
  output?: string[]
}

/** Writes a moving test picture. Other options give other content. */
export async function makeVideo(path: string, options: VideoOptions = {}): Promise<void> {
  const { size = '192x108', rate = 24, seconds = 1, filter = 'format=yuv420p', output = H264 } = options
  const source = `testsrc2=s=${size}:r=${rate}:d=${seconds}`
  await ffmpeg(['-f', 'lavfi', '-i', source, '-vf', filter, ...output, path])
}

/** Tagged, so that it is copied. */
const BT709 = [
  '-colorspace',
  'bt709',
  '-color_primaries',
  'bt709',
  '-color_trc',
  'bt709',
  '-color_range',
  'tv',
]
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', ...BT709]

/** Runs ffmpeg without the limits for untrusted files. */
export async function ffmpeg(args: string[]): Promise<void> {
  await run((await findTools()).ffmpeg, ['-v', 'error', '-y', ...args])
}

/** ffprobe's report of the first stream, and the number of streams. */
export async function streamOf(bytes: Buffer, folder: string): Promise<Record<string, unknown>> {
  const path = join(folder, `probe-${process.hrtime.bigint()}.mp4`)
  await writeFile(path, bytes)
  const args = ['-v', 'error', '-of', 'json', '-show_streams', '-count_frames', path]
  const { stdout } = await run((await findTools()).ffprobe, args)
  await rm(path)
  const { streams } = JSON.parse(stdout) as { streams: Record<string, unknown>[] }
  return { ...streams[0], streams: streams.length }
}

/** Red on the left and blue on the right, so that a rotation shows. */
export function aPhoto(width: number, height: number) {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: '#d03020' }
  return sharp({ create: { width, height, channels: 3, background: '#2050c0' } }).composite([
    { input: { create: half }, left: 0, top: 0 },
  ])
}

/** The parts that two equal libraries share: rows without ids and times, and hashes of the stored files. */
export async function contentsOf({ deps, config }: Library) {
  const sources = await deps.db.selectFrom('sources').selectAll().orderBy('content_hash').execute()
  const medias = await deps.db.selectFrom('medias').selectAll().orderBy('cloudpath').execute()
  const categories = await deps.db.selectFrom('categories').selectAll().orderBy('key').execute()
  return {
    sources: sources.map(({ id: _id, created: _created, ...row }) => row),
    medias: medias.map(
      ({ id: _id, source_id: _source, created: _created, file_url, video_url, ...row }) => row,
    ),
    categories,
    files: await storedFiles(join(config.dataDir, 'media')),
  }
}

/** SHA-256 of each stored file by key. */
export async function storedFiles(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { withFileTypes: true, recursive: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const keys = paths.map((path) => path.slice(root.length + 1)).filter((key) => !key.startsWith('.'))
  const hashed = await Promise.all(keys.sort().map(async (key) => [key, await contentHash(join(root, key))]))
  return Object.fromEntries(hashed)
}

/** Reads a `/media/…` address or a storage key. */
export async function bytesOf({ deps }: Library, url: string): Promise<Buffer> {
  return buffer(await deps.storage.read(url.replace('/media/', '')))
}

/** The media row of the clip that an ingest made of a file. */
export async function mediaOf({ deps }: Library, { outcomes }: IngestSummary, file: string) {
  const outcome = outcomes.find((entry) => entry.file === file)
  if (outcome?.result !== 'made' || !outcome.id) throw new Error(`${file}: ${JSON.stringify(outcome)}`)
  const media = deps.db.selectFrom('medias').selectAll()
  return media.where('source_id', '=', outcome.id).executeTakeFirstOrThrow()
}
