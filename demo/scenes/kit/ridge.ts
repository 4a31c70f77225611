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

/** A crest lined with conifers or broadleaf crowns: adds fine irregular height to a crest. */
export function wooded(
  top: (x: number) => number,
  seed: number,
  tree = 14,
  crown = 9,
): (x: number) => number {
  const size = fractal(seed, 2)
  return (x) => {
    const cell = x / crown
    const spike = 1 - Math.abs((cell - Math.floor(cell)) * 2 - 1)
    const tall = 0.55 + 0.9 * size(Math.floor(cell) * 0.83, 3.1)
    return top(x) - Math.max(0, tall) * tree * spike ** 0.8
  }
}
