import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { AppError } from '#contract/errors.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import { frameTimes, STRIP_FRAMES, STRIP_WIDTH } from '#domain/studio/uploads/film-frames.ts'
import type { Deps } from '#server/deps.ts'
import { renderFrame } from '#server/ingest/render/render-video.ts'
import { withFilm } from './with-film.ts'

type StripDeps = Pick<Deps, 'db' | 'storage' | 'files'>

/** Strips being made at once; each takes a second or two of a core. */
const atOnce = pLimit(2)
/** So that two editors of a clip, or a reload, wait for the same work. */
const making = new Map<string, Promise<Buffer>>()
/** Milliseconds that a strip is kept unused. */
const KEPT_MS = 7 * DAY_MS

/** A JPEG of frames of the clip's full film side by side (frameTimes). @throws AppError('mediaNotFound') */
export async function filmStrip(deps: StripDeps, id: number): Promise<Buffer> {
  const media = await deps.db
    .selectFrom('medias')
    .select(['cloudpath', 'width', 'height'])
    .where('source_id', '=', id)
    .executeTakeFirst()
  if (!media) throw new AppError('mediaNotFound')
  const height = Math.max(2, Math.round((STRIP_WIDTH * media.height) / media.width))
  const file = stripFile(deps, media.cloudpath)
  const kept = await readFile(file).catch(() => undefined)
  if (kept) {
    await utimes(file, new Date(), new Date()).catch(() => {})
    return kept
  }
  const wanted = making.get(file) ?? atOnce(() => makeStrip(deps, { ...media, height, file }))
  making.set(file, wanted)
  return wanted.finally(() => making.delete(file))
}

const stripsIn = ({ files }: Pick<Deps, 'files'>) => join(files.dataDir, 'work', 'strips')

function stripFile(deps: StripDeps, cloudpath: string): string {
  const name = createHash('sha256').update(`${cloudpath} ${STRIP_FRAMES} ${STRIP_WIDTH}`).digest('hex')
  return join(stripsIn(deps), `${name.slice(0, 32)}.jpg`)
}

async function makeStrip(
  deps: StripDeps,
  { cloudpath, height, file }: { cloudpath: string; height: number; file: string },
): Promise<Buffer> {
  const size = { width: STRIP_WIDTH, height }
  const strip = await withFilm(deps, { key: cloudpath }, async (job) => {
    const frames = []
    for (const at of frameTimes(job.facts.duration))
      frames.push(await renderFrame(job, job.folder, { at, size }))
    return draw(frames, size)
  })
  await removeUnused(deps)
  await mkdir(stripsIn(deps), { recursive: true })
  await writeFile(`${file}.part`, strip)
  await rename(`${file}.part`, file)
  return strip
}

async function draw(frames: { data: Uint8Array }[], { width, height }: { width: number; height: number }) {
  const { default: sharp } = await import('sharp')
  const raw = { width, height, channels: 3 as const }
  return sharp({ create: { width: width * frames.length, height, channels: 3, background: '#000' } })
    .composite(
      frames.map(({ data }, index) => ({ input: Buffer.from(data), raw, left: index * width, top: 0 })),
    )
    .jpeg({ quality: 78 })
    .toBuffer()
}

async function removeUnused(deps: StripDeps): Promise<void> {
  const folder = stripsIn(deps)
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const used = (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
    if (Date.now() - used > KEPT_MS) await rm(path, { force: true })
  }
}
