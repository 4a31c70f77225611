import type { Deps } from '#server/deps.ts'
import { renderFrame } from '#server/ingest/render/render-video.ts'
import { openRgb } from '#server/ingest/still/canvas.ts'
import { withFilm } from './with-film.ts'

/** Pixels of the longer side. */
const SIDE = 512

interface Film {
  cloudpath: string
  width: number
  height: number
}

/** Three small JPEGs of a full film: from its beginning, middle and end. @throws AppError('mediaNotFound') */
export function stillFrames(
  deps: Pick<Deps, 'storage' | 'files'>,
  { cloudpath, width, height }: Film,
  signal: AbortSignal,
): Promise<Buffer[]> {
  const ratio = SIDE / Math.max(width, height)
  const side = (pixels: number) => Math.max(2, Math.round(pixels * ratio))
  const size = { width: side(width), height: side(height) }
  return withFilm(deps, { key: cloudpath, signal }, async (job) => {
    const frames = []
    for (const part of [1 / 6, 1 / 2, 5 / 6]) {
      const frame = await renderFrame(job, job.folder, { at: part * job.facts.duration, size })
      frames.push(await openRgb(frame).jpeg({ quality: 70 }).toBuffer())
    }
    return frames
  })
}
