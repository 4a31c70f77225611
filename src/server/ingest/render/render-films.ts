import { open, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Size, watermarkedSize } from '#domain/clips/film-size.ts'
import { seamOf, ssim } from '#domain/look/seam.ts'
import type { FilmPlan } from '#server/ingest/plan/plan.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { Feed } from '#server/ingest/run-tool.ts'
import type { FilmFacts } from '#server/library/clip-details.ts'
import type { RenderJob } from './render-job.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { drawWatermark } from './watermark.ts'

/** Share of the expected frames that must decode. */
const WHOLE = 0.95
/** Pairs of neighbours, spread over the film, that its seam is compared with. */
const PAIRS = 11

/** Renders the watermarked and the full film in one run and measures them. @throws Refusal if frames are missing */
export async function renderFilms(
  job: RenderJob,
  folder: string,
  plan: FilmPlan,
  feed?: Feed,
): Promise<FilmFacts> {
  const watermark = join(folder, 'watermark.png')
  const grey = join(folder, 'grey.raw')
  await writeFile(watermark, await drawWatermark(watermarkedSize(plan.size), job.siteName))
  await runFfmpeg(job, 'films', { ...plan, folder }, feed)
  const { frames, loopDifference, seam } = await readGreyFilm(grey, plan.compared)
  const frameRate = plan.rate.num / plan.rate.den
  const expected = plan.seconds * frameRate
  if (frames < expected * WHOLE - 1)
    throw new Refusal(`cut short: ${frames} of its ${Math.round(expected)} frames decode`)
  const { size: bytes } = await stat(join(folder, 'full.mp4'))
  await Promise.all([rm(grey), rm(watermark)])
  const thousandths = (value: number) => Number(value.toFixed(3))
  const duration = thousandths(frames / frameRate)
  return { size: plan.size, duration, frameRate: thousandths(frameRate), bytes, loopDifference, seam }
}

/** Counts the frames of a grey film and compares the first with the last. `seam`: undefined without a frame */
export async function readGreyFilm(path: string, { width, height }: Size) {
  const file = await open(path)
  try {
    const length = width * height
    const frames = Math.floor((await file.stat()).size / length)
    if (frames === 0) return { frames, loopDifference: 1, seam: undefined }
    const frameAt = async (index: number) =>
      (await file.read(Buffer.alloc(length), 0, length, index * length)).buffer
    const likeness = async (one: number, other: number) => {
      const [data, next] = [await frameAt(one), await frameAt(other)]
      return ssim({ width, data }, { width, data: next })
    }
    const neighbours: number[] = []
    for (let i = 0; i < Math.min(PAIRS, frames - 1); i++) {
      const at = Math.floor((i * (frames - 1)) / PAIRS)
      neighbours.push(await likeness(at, at + 1))
    }
    return {
      frames,
      loopDifference: meanDifference(await frameAt(0), await frameAt(frames - 1)),
      seam: seamOf(await likeness(frames - 1, 0), neighbours),
    }
  } finally {
    await file.close()
  }
}

/** 0 is the same picture, 1 is black against white; 6 decimal places. */
function meanDifference(a: Uint8Array, b: Uint8Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += Math.abs((a[i] ?? 0) - (b[i] ?? 0))
  return Number((sum / a.length / 255).toFixed(6))
}
