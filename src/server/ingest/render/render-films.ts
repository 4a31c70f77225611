import { rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watermarkedSize } from '#domain/clips/film-size.ts'
import type { FilmPlan } from '#server/ingest/plan/plan.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import type { Feed } from '#server/ingest/run-tool.ts'
import type { FilmFacts } from '#server/library/clip-details.ts'
import { readGreyFilm } from './grey-film.ts'
import type { RenderJob } from './render-job.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { drawWatermark } from './watermark.ts'

/** Share of the expected frames that must decode. */
const WHOLE = 0.95

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
