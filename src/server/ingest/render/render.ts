import { PLAN_VERSION } from '#server/ingest/plan/plan.ts'
import { digest, type Fingerprints } from '#server/ingest/plan/rendition-keys.ts'
import type { ImageFacts, VideoFacts } from '#server/ingest/probe/facts.ts'
import { type Finished, finishStep } from '#server/ingest/steps.ts'
import type { FilmFacts, TileFacts } from '#server/library/clip-details.ts'
import type { RenderJob, RenderSteps } from './render-job.ts'
import { stillSteps } from './render-still.ts'
import { videoSteps } from './render-video.ts'
import { WATERMARK_VERSION } from './watermark.ts'

/** A rendered clip on local disk. */
export interface Renditions {
  tile: Finished<TileFacts>
  films: Finished<FilmFacts>
}

/** Renders a clip below the folder `work`, without the steps that an earlier run finished. @throws Refusal */
export async function render(job: RenderJob, work: string): Promise<Renditions> {
  const steps = stepsOf(job)
  const tile = await finishStep(work, 'tile', (folder) => steps.tile(folder, work))
  await job.onTile?.(tile)
  return { tile, films: await finishStep(work, 'films', (folder) => steps.films(folder, work)) }
}

/** The same original with the same plans gives the same bytes. */
export function fingerprints(job: RenderJob): Fingerprints {
  const plans = JSON.stringify(stepsOf(job).plans)
  const version = `${PLAN_VERSION}.${WATERMARK_VERSION}`
  return { shown: digest(version, job.siteName, plans), full: digest(version, plans) }
}

function stepsOf(job: RenderJob): RenderSteps {
  const isVideo = job.facts.kind === 'video'
  return isVideo ? videoSteps(job as RenderJob<VideoFacts>) : stillSteps(job as RenderJob<ImageFacts>)
}
