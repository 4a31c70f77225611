import type { SKRSContext2D } from '@napi-rs/canvas'
import { fractal } from './noise.ts'

export interface Ridge {
  seed: number
  /** Mean height of the crest, in pixels from the top. */
  y: number
  /** Pixels between the mean and the tallest peaks, roughly. */
  height: number
  /** Pixels from one hill to the next. */
  span: number
  /** 0 rolling hills .. 1 broken rock. */
  rough?: number
  /** Adds a large form to the noise: pixels to raise the crest by at x. */
  shape?: (x: number) => number
}

/** The crest's y at x. */
export function crest({ seed, y, height, span, rough = 0.5, shape }: Ridge): (x: number) => number {
  const line = fractal(seed, 7, 0.32 + rough * 0.22)
  return (x) => y - height * line(x / span, seed * 0.37) - (shape ? shape(x) : 0)
}

/** Lays the outline of everything below a crest as the current path, from x0 to x1. */
export function ridgePath(
  ctx: SKRSContext2D,
  top: (x: number) => number,
  [x0, x1]: [number, number],
  bottom: number,
  step = 2,
) {
  ctx.beginPath()
  ctx.moveTo(x0, bottom)
  for (let x = x0; x <= x1 + step; x += step) ctx.lineTo(x, top(x))
  ctx.lineTo(x1 + step, bottom)
  ctx.closePath()
}
