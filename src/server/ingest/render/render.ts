import {
  PLAN_VERSION,
  stillFilmPlan,
  stillTilePlan,
  videoFilmPlan,
  videoTilePlan,
} from '#server/ingest/plan/plan.ts'
import { digest, type Fingerprints } from '#server/ingest/plan/rendition-keys.ts'
import type { Renditions, StepProgress } from '#server/ingest/plan/renditions.ts'
import type { Facts, ImageFacts, VideoFacts } from '#server/ingest/probe/probe.ts'
import { finishStep } from '#server/ingest/steps.ts'
import { chooseMotion } from '#server/ingest/still/motion.ts'
import { renderStillFilms, renderStillTile, smallMotion } from '#server/ingest/still/render-still.ts'
import type { Tools } from '#server/ingest/tools.ts'
import { paths, renderVideoFilms, renderVideoTile } from './render-video.ts'
import { WATERMARK_VERSION } from './watermark.ts'

export interface RenderJob<F extends Facts = Facts> {
  /** Path of the original. */
  input: string
  /** SHA-256 of the original, hex. */
  contentHash: string
  facts: F
  tools: Tools
  siteName: string
  onProgress: (progress: StepProgress) => void
  signal?: AbortSignal | undefined
}

/** Renders everything of a clip below the folder `work`; steps that an earlier run finished are taken over. */
export async function render(job: RenderJob, work: string): Promise<Renditions> {
  const { tile, films } = stepsOf(job)
  return { tile: await finishStep(work, 'tile', tile), films: await finishStep(work, 'films', films) }
}

function stepsOf(job: RenderJob) {
  const { facts } = job
  if (facts.kind === 'video') {
    const video: RenderJob<VideoFacts> = { ...job, facts }
    return {
      tile: (folder: string) => renderVideoTile(video, folder),
      films: (folder: string) => renderVideoFilms(video, folder),
    }
  }
  const still = { ...(job as RenderJob<ImageFacts>), motion: chooseMotion(facts, job.contentHash) }
  return {
    tile: (folder: string) => renderStillTile(still, folder),
    films: (folder: string) => renderStillFilms(still, folder),
  }
}

/** What would be run, as text without any path: the same plan for the same original gives the same bytes. */
export function fingerprints({ facts, contentHash, tools, siteName }: RenderJob): Fingerprints {
  const nowhere = paths('input', 'work')
  const args = facts.kind === 'video' ? videoArgs(facts, tools) : stillArgs(facts, contentHash, tools)
  const version = `${PLAN_VERSION}.${WATERMARK_VERSION}`
  return {
    shown: digest(version, siteName, JSON.stringify(args)),
    full: digest(version, JSON.stringify(args)),
  }

  function videoArgs(video: VideoFacts, able: Tools) {
    return [videoTilePlan(video, nowhere, able).args, videoFilmPlan(video, nowhere, able).args]
  }

  function stillArgs(image: ImageFacts, hash: string, able: Tools) {
    const motion = chooseMotion(image, hash)
    return [
      motion,
      stillTilePlan(smallMotion(motion), nowhere, able).args,
      stillFilmPlan(motion, nowhere).args,
    ]
  }
}
