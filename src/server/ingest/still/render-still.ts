import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { watermarkedSize } from '#domain/clips/film-size.ts'
import {
  STILL_PREVIEW_FRAMES,
  STILL_SECONDS,
  stillFilmPlan,
  stillTilePlan,
} from '#server/ingest/plan/plan.ts'
import type { FilmFacts, TileFacts } from '#server/ingest/plan/renditions.ts'
import { posterSize, previewSize } from '#server/ingest/plan/sizes.ts'
import type { ImageFacts } from '#server/ingest/probe/probe.ts'
import { writePosters } from '#server/ingest/render/posters.ts'
import type { RenderJob } from '#server/ingest/render/render.ts'
import { measureFilms, paths } from '#server/ingest/render/render-video.ts'
import { runFfmpeg } from '#server/ingest/render/run-ffmpeg.ts'
import { drawWatermark } from '#server/ingest/render/watermark.ts'
import { canvasOf, decodeStill, firstView } from './decode-still.ts'
import { feedFrames } from './feed-frames.ts'
import { HALF_CYCLE_FRAMES, type Motion } from './motion.ts'

export type StillJob = RenderJob<ImageFacts> & { motion: Motion }

/** Posters of the first view, and the hover preview rendered from a small canvas, which costs a tenth of the films. */
export async function renderStillTile(job: StillJob, folder: string): Promise<TileFacts> {
  const photo = await decodeStill(job.input, job.facts)
  const look = await writePosters(await firstView(photo, job.motion, posterSize(job.motion.frame)), folder)
  const small = smallMotion(job.motion)
  const plan = stillTilePlan(small, paths(job.input, folder), job.tools)
  const canvas = await canvasOf(photo, small.canvas)
  await runFfmpeg({
    ...job,
    ffmpeg: job.tools.ffmpeg,
    args: plan.args,
    seconds: STILL_PREVIEW_FRAMES / plan.rate.num,
    step: 'poster and preview',
    feed: (input) => feedFrames({ canvas, motion: small, frames: STILL_PREVIEW_FRAMES }, input),
  })
  return { ...look, av1: job.tools.av1 !== undefined }
}

/** The loop: half a cycle is rendered, and encoded forth and back. */
export async function renderStillFilms(job: StillJob, folder: string): Promise<FilmFacts> {
  const plan = stillFilmPlan(job.motion, paths(job.input, folder))
  const canvas = await canvasOf(await decodeStill(job.input, job.facts), job.motion.canvas)
  await writeFile(
    join(folder, 'watermark.png'),
    await drawWatermark(watermarkedSize(plan.size), job.siteName),
  )
  await runFfmpeg({
    ...job,
    ffmpeg: job.tools.ffmpeg,
    args: plan.args,
    seconds: STILL_SECONDS,
    step: 'films',
    feed: (input) => feedFrames({ canvas, motion: job.motion, frames: HALF_CYCLE_FRAMES }, input),
  })
  return measureFilms(plan, folder, STILL_SECONDS)
}

/** The same move over a smaller canvas, whose frame is the size of a hover preview. */
export function smallMotion({ frame, canvas, from, to }: Motion): Motion {
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
