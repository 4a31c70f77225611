import type { Facts } from '#server/ingest/probe/facts.ts'
import type { StepProgress } from '#server/ingest/steps.ts'
import type { Tools } from '#server/ingest/tools.ts'
import type { FilmFacts, TileFacts } from '#server/library/clip-details.ts'

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

/** How to render one original. Each step writes into its given folder; `work` has those of other steps. */
export interface RenderSteps {
  tile: (folder: string, work: string) => Promise<TileFacts>
  films: (folder: string, work: string) => Promise<FilmFacts>
  /** Everything that decides the bytes, without real paths. */
  plans: unknown
}
