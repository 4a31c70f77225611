import { PLAN_VERSION } from '#server/ingest/plan/plan.ts'
import { digest, type Fingerprints } from '#server/ingest/plan/rendition-keys.ts'
import type { Facts, ImageFacts, VideoFacts } from '#server/ingest/probe/probe.ts'
import { type Finished, finishStep, type StepProgress } from '#server/ingest/steps.ts'
import type { Tools } from '#server/ingest/tools.ts'
import type { FilmFacts, TileFacts } from '#server/library/clip-details.ts'
import { stillSteps } from './render-still.ts'
import { videoSteps } from './render-video.ts'
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
  /** Awaited before the films are begun. */
  onTile?: (tile: Finished<TileFacts>) => Promise<void>
  signal?: AbortSignal | undefined
}

/** How to render one original. Each step writes into its given folder; `work` has those of other steps. */
export interface RenderSteps {
  tile: (folder: string, work: string) => Promise<TileFacts>
  films: (folder: string, work: string) => Promise<FilmFacts>
  /** Everything that decides the bytes, without real paths. */
  plans: unknown
}

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
