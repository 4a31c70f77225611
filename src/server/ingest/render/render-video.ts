import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Size } from '#domain/clips/film-size.ts'
import { framePlan, NO_PATHS, videoFilmPlan, videoTilePlan } from '#server/ingest/plan/plan.ts'
import type { VideoFacts } from '#server/ingest/probe/facts.ts'
import type { RgbImage } from '#server/ingest/still/yuv.ts'
import type { TileFacts } from '#server/library/clip-details.ts'
import { choosePoster, rgbFrames, writePosters } from './posters.ts'
import { renderFilms } from './render-films.ts'
import type { RenderJob, RenderSteps } from './render-job.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** Decoding every frame for the films also proves that the file is whole. */
export function videoSteps(job: RenderJob<VideoFacts>): RenderSteps {
  const { facts, input, tools } = job
  return {
    tile: (folder) => renderTile(job, folder),
    films: (folder) => renderFilms(job, folder, videoFilmPlan(facts, { input, folder }, tools)),
    plans: [videoTilePlan(facts, NO_PATHS, tools).args, videoFilmPlan(facts, NO_PATHS, tools).args],
  }
}

type TileJob = Pick<RenderJob<VideoFacts>, 'facts' | 'input' | 'tools' | 'onProgress' | 'signal'>

/** Seconds; undefined: the beginning, and the preview's first frame that is not flat. */
interface TileStarts {
  poster?: number | undefined
  preview?: number | undefined
}

/** Posters and hover preview from the first seconds, so that the tile is ready before the long work. */
export async function renderTile(
  job: TileJob,
  folder: string,
  { poster, preview }: TileStarts = {},
): Promise<TileFacts> {
  const { facts, input, tools } = job
  const plan = videoTilePlan(facts, { input, folder }, tools, preview)
  await runFfmpeg(job, 'poster and preview', { ...plan, folder })
  const raw = join(folder, 'frames.rgb')
  const frame =
    poster === undefined
      ? await choosePoster(rgbFrames(await readFile(raw), plan.size))
      : await renderFrame(job, folder, { at: poster, size: plan.size })
  const look = await writePosters(frame, folder)
  await rm(raw)
  return { ...look, av1: tools.av1 !== undefined }
}

/** One frame of a video at a second. */
export async function renderFrame(
  job: TileJob,
  folder: string,
  { at, size }: { at: number; size: Size },
): Promise<RgbImage> {
  const { facts, input, tools } = job
  const plan = framePlan(facts, { input, folder }, tools, { at, size })
  await runFfmpeg(job, 'poster and preview', { ...plan, folder })
  const raw = join(folder, 'frame.rgb')
  const [frame] = rgbFrames(await readFile(raw), size)
  await rm(raw)
  if (!frame) throw new Error(`no frame at ${at} s`)
  return frame
}
