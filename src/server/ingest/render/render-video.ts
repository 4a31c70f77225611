import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watermarkedSize } from '#domain/clips/film-size.ts'
import {
  type FilmPlan,
  type Paths,
  PREVIEW_SECONDS,
  videoFilmPlan,
  videoTilePlan,
} from '#server/ingest/plan/plan.ts'
import type { FilmFacts, TileFacts } from '#server/ingest/plan/renditions.ts'
import type { VideoFacts } from '#server/ingest/probe/probe.ts'
import { Refusal } from '#server/ingest/refusal.ts'
import { readGreyFilm } from './loop-difference.ts'
import { choosePoster, rgbFrames, writePosters } from './posters.ts'
import type { RenderJob } from './render.ts'
import { runFfmpeg } from './run-ffmpeg.ts'
import { drawWatermark } from './watermark.ts'

/** Share of the promised frames that must have been decoded. */
const WHOLE = 0.95

/** Posters and hover preview, from the first seconds alone, so that the tile is there before the long work. */
export async function renderVideoTile(job: RenderJob<VideoFacts>, folder: string): Promise<TileFacts> {
  const { facts, tools } = job
  const plan = videoTilePlan(facts, paths(job.input, folder), tools)
  const seconds = Math.min(PREVIEW_SECONDS, facts.duration)
  await runFfmpeg({ ...job, ffmpeg: tools.ffmpeg, args: plan.args, seconds, step: 'poster and preview' })
  const raw = join(folder, 'frames.rgb')
  const look = await writePosters(await choosePoster(rgbFrames(await readFile(raw), plan.size)), folder)
  await rm(raw)
  return { ...look, av1: tools.av1 !== undefined }
}

/** Watermarked and full film in one run; decoding every frame is also the proof that the file is whole. */
export async function renderVideoFilms(job: RenderJob<VideoFacts>, folder: string): Promise<FilmFacts> {
  const { facts, tools } = job
  const plan = videoFilmPlan(facts, paths(job.input, folder), tools)
  await writeFile(
    join(folder, 'watermark.png'),
    await drawWatermark(watermarkedSize(plan.size), job.siteName),
  )
  await runFfmpeg({ ...job, ffmpeg: tools.ffmpeg, args: plan.args, seconds: facts.duration, step: 'films' })
  return measureFilms(plan, folder, facts.duration)
}

export function paths(input: string, folder: string): Paths {
  return { input, folder, watermark: join(folder, 'watermark.png') }
}

/** Checks that no frame is missing, reads what is stored about the films, and clears what only served to make them. */
export async function measureFilms(plan: FilmPlan, folder: string, duration: number): Promise<FilmFacts> {
  const grey = join(folder, 'grey.raw')
  const { frames, loopDifference } = await readGreyFilm(grey, plan.compared)
  const promised = (duration * plan.rate.num) / plan.rate.den
  if (frames < promised * WHOLE - 1)
    throw new Refusal(`cut short: ${frames} of its ${Math.round(promised)} frames decode`)
  const { size: bytes } = await stat(join(folder, 'full.mp4'))
  await Promise.all([rm(grey), rm(join(folder, 'watermark.png'))])
  const seconds = (frames * plan.rate.den) / plan.rate.num
  return { size: plan.size, duration: Number(seconds.toFixed(3)), bytes, loopDifference, copied: plan.copied }
}
