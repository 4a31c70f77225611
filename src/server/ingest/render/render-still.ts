import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Size } from '#domain/clips/film-size.ts'
import { NO_PATHS, stillColorPlan, stillFilmPlan, stillTilePlan } from '#server/ingest/plan/plan.ts'
import { posterSize, previewSize } from '#server/ingest/plan/sizes.ts'
import type { ImageFacts } from '#server/ingest/probe/facts.ts'
import { finishStep } from '#server/ingest/steps.ts'
import { stillOf } from '#server/ingest/still/add-still.ts'
import { firstView, openRgb, resized } from '#server/ingest/still/canvas.ts'
import { decodeStill } from '#server/ingest/still/decode-still.ts'
import { feedFrames } from '#server/ingest/still/feed-frames.ts'
import { chooseMotion, HALF_CYCLE_FRAMES, LOOP_RATE, type Motion } from '#server/ingest/still/motion.ts'
import type { RgbImage } from '#server/ingest/still/yuv.ts'
import type { FilmFacts, TileFacts } from '#server/library/clip-details.ts'
import { writePosters } from './posters.ts'
import { renderFilms } from './render-films.ts'
import type { RenderJob, RenderSteps } from './render-job.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** A photograph becomes a seamless loop by a camera move. */
export function stillSteps(job: RenderJob<ImageFacts>): RenderSteps {
  const motion = chooseMotion(job.facts, job.contentHash)
  const { facts, tools } = job
  const [small, noFolder] = [smallMotion(motion), NO_PATHS.folder]
  return {
    tile: (folder, work) => renderTile(job, motion, folder, work),
    films: (folder, work) => renderLoop(job, motion, folder, work),
    plans: [
      motion,
      stillColorPlan(facts, motion.canvas, noFolder, tools)?.args,
      stillTilePlan(small, noFolder, tools).args,
      stillFilmPlan(motion, noFolder).args,
    ],
  }
}

/** The photograph at the canvas's size, decoded by the first step that needs it. */
async function canvasIn(work: string, job: RenderJob<ImageFacts>, { canvas }: Motion): Promise<RgbImage> {
  const { folder } = await finishStep(work, 'canvas', (draft) => decodeCanvas(job, canvas, draft))
  return { ...canvas, data: await readFile(join(folder, 'canvas.rgb')) }
}

async function decodeCanvas(job: RenderJob<ImageFacts>, size: Size, folder: string): Promise<object> {
  const { input, facts, signal, tools } = job
  const plan = stillColorPlan(facts, size, folder, tools)
  const to = join(folder, plan ? 'deep.rgb' : 'canvas.rgb')
  await decodeStill({ path: input, format: facts.format, signal }, { size, deep: plan !== undefined, to })
  if (plan) await runFfmpeg(job, 'poster and preview', { ...plan, folder }).then(() => rm(to))
  return {}
}

/** Posters of the first view. The hover preview comes from a small canvas, at a tenth of the films' cost. */
async function renderTile(
  job: RenderJob<ImageFacts>,
  motion: Motion,
  folder: string,
  work: string,
): Promise<TileFacts> {
  const photo = await canvasIn(work, job, motion)
  const look = await writePosters(await firstView(photo, motion, posterSize(motion.frame)), folder)
  await stillOf(openRgb(photo)).toFile(join(folder, 'still.webp'))
  const small = smallMotion(motion)
  const plan = stillTilePlan(small, folder, job.tools)
  const canvas = await resized(photo, small.canvas)
  const frames = plan.seconds * LOOP_RATE
  const feed = (input: Writable) => feedFrames({ canvas, motion: small, frames }, input)
  await runFfmpeg(job, 'poster and preview', { ...plan, folder }, feed)
  return { ...look, av1: job.tools.av1 !== undefined, still: true }
}

async function renderLoop(
  job: RenderJob<ImageFacts>,
  motion: Motion,
  folder: string,
  work: string,
): Promise<FilmFacts> {
  const canvas = await canvasIn(work, job, motion)
  const feed = (input: Writable) => feedFrames({ canvas, motion, frames: HALF_CYCLE_FRAMES }, input)
  return renderFilms(job, folder, stillFilmPlan(motion, folder), feed)
}

/** The same move with a frame of the hover preview's size. */
function smallMotion({ frame, canvas, from, to }: Motion): Motion {
  const small = previewSize(frame)
  const by = small.height / frame.height
  const even = (value: number) => 2 * Math.ceil(value / 2)
  return {
    frame: small,
    canvas: { width: even(canvas.width * by), height: even(canvas.height * by) },
    from: { x: from.x * by, y: from.y * by, scale: from.scale },
    to: { x: to.x * by, y: to.y * by, scale: to.scale },
  }
}
