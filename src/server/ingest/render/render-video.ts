import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_PATHS, videoFilmPlan, videoTilePlan } from '#server/ingest/plan/plan.ts'
import type { VideoFacts } from '#server/ingest/probe/probe.ts'
import type { TileFacts } from '#server/library/clip-details.ts'
import { choosePoster, rgbFrames, writePosters } from './posters.ts'
import type { RenderJob, RenderSteps } from './render.ts'
import { renderFilms } from './render-films.ts'
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

/** Posters and hover preview from the first seconds, so that the tile is there before the long work. */
async function renderTile(job: RenderJob<VideoFacts>, folder: string): Promise<TileFacts> {
  const { facts, input, tools } = job
  const plan = videoTilePlan(facts, { input, folder }, tools)
  await runFfmpeg(job, 'poster and preview', plan)
  const raw = join(folder, 'frames.rgb')
  const look = await writePosters(await choosePoster(rgbFrames(await readFile(raw), plan.size)), folder)
  await rm(raw)
  return { ...look, av1: tools.av1 !== undefined }
}
