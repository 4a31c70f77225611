import type { SKRSContext2D } from '@napi-rs/canvas'

/**
 * A looping picture. `draw` paints the whole frame for a phase in [0, 1) and must be periodic in it:
 * every motion makes a whole number of cycles, so the last frame meets the first by construction.
 * What never changes is painted once (see kit/once.ts) and only composited per frame.
 */
export interface Scene {
  slug: string
  width: number
  height: number
  fps: number
  seconds: number
  /** x264 rate factor of the master; 23 when absent. Higher is smaller. */
  crf?: number
  /** Called once before the first frame, for scenes that would rather not build layers lazily. */
  prepare?(): void | Promise<void>
  draw(ctx: SKRSContext2D, phase: number): void
}

/** A picture painted once; the ingest makes it move. */
export interface Still {
  slug: string
  width: number
  height: number
  /** JPEG quality 1..100; 70 when absent. */
  quality?: number
  paint(ctx: SKRSContext2D): void
}
