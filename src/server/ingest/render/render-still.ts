import type { Writable } from 'node:stream'
import { NO_PATHS, stillFilmPlan, stillTilePlan } from '#server/ingest/plan/plan.ts'
import { posterSize, previewSize } from '#server/ingest/plan/sizes.ts'
import type { ImageFacts } from '#server/ingest/probe/probe.ts'
import { canvasOf, decodeStill, firstView } from '#server/ingest/still/decode-still.ts'
import { feedFrames } from '#server/ingest/still/feed-frames.ts'
import { chooseMotion, HALF_CYCLE_FRAMES, LOOP_RATE, type Motion } from '#server/ingest/still/motion.ts'
import type { FilmFacts, TileFacts } from '#server/publish/clip-details.ts'
import { writePosters } from './posters.ts'
import type { RenderJob, RenderSteps } from './render.ts'
import { renderFilms } from './render-films.ts'
import { runFfmpeg } from './run-ffmpeg.ts'

/** A photograph becomes a seamless loop by a camera move. */
export function stillSteps(job: RenderJob<ImageFacts>): RenderSteps {
  const motion = chooseMotion(job.facts, job.contentHash)
  const tilePlan = stillTilePlan(smallMotion(motion), NO_PATHS.folder, job.tools)
  return {
    tile: (folder) => renderTile(job, motion, folder),
    films: (folder) => renderLoop(job, motion, folder),
    plans: [motion, tilePlan.args, stillFilmPlan(motion, NO_PATHS.folder).args],
  }
}

/** Posters of the first view. The hover preview comes from a small canvas, at a tenth of the films' cost. */
async function renderTile(job: RenderJob<ImageFacts>, motion: Motion, folder: string): Promise<TileFacts> {
  const photo = await decodeStill(job.input, job.facts)
  const look = await writePosters(await firstView(photo, motion, posterSize(motion.frame)), folder)
  const small = smallMotion(motion)
  const plan = stillTilePlan(small, folder, job.tools)
  const canvas = await canvasOf(photo, small.canvas)
  const frames = plan.seconds * LOOP_RATE
  const feed = (input: Writable) => feedFrames({ canvas, motion: small, frames }, input)
  await runFfmpeg(job, 'poster and preview', plan, feed)
  return { ...look, av1: job.tools.av1 !== undefined }
}

async function renderLoop(job: RenderJob<ImageFacts>, motion: Motion, folder: string): Promise<FilmFacts> {
  const canvas = await canvasOf(await decodeStill(job.input, job.facts), motion.canvas)
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
