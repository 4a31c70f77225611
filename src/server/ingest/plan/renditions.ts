import type { Look } from '#server/ingest/render/posters.ts'
import type { Size } from '#server/ingest/still/motion.ts'

/** What the two steps of a render leave behind: the look, and the films with what was measured on them. */
export interface TileFacts extends Look {
  av1: boolean
}

export interface FilmFacts {
  size: Size
  /** Seconds of the full film. */
  duration: number
  /** Bytes of the full film. */
  bytes: number
  loopDifference: number
  copied: boolean
}

/** A rendered clip, on local disk and not yet stored. */
export interface Renditions {
  tile: { folder: string; facts: TileFacts }
  films: { folder: string; facts: FilmFacts }
}

/** What the progress bar shows of one file. `ratio` is of the step, 0 to 1; `speed` is film time to real time. */
export interface StepProgress {
  step: 'reading' | 'poster and preview' | 'films' | 'storing'
  ratio: number
  speed?: number
}
