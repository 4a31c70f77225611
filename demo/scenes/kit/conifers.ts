import type { SKRSContext2D } from '@napi-rs/canvas'
import { fractal } from './noise.ts'
import { type Random, random } from './random.ts'

/** One cedar as a path: boughs in uneven tiers, narrow at the tip. Fill it yourself. */
export function cedarPath(
  ctx: SKRSContext2D,
  x: number,
  foot: number,
  tall: number,
  next: Random,
  plump = 0.2,
) {
  const tiers = Math.max(4, Math.round(tall / 7))
  const wide = tall * plump * next.between(0.8, 1.15)
  const left: [number, number][] = []
  const right: [number, number][] = []
  for (let i = 0; i <= tiers; i++) {
    const t = i / tiers
    const y = foot - tall * (1 - t)
    const half = wide * (0.06 + 0.94 * t ** 0.85)
    const l = half * next.between(0.72, 1.12)
    const r = half * next.between(0.72, 1.12)
    const drop = (tall / tiers) * 0.45
    left.push([x - l * 0.55, y], [x - l, y + drop])
    right.push([x + r * 0.55, y], [x + r, y + drop])
  }
  ctx.moveTo(x, foot - tall)
  for (const [px, py] of right) ctx.lineTo(px, py)
  for (const [px, py] of left.reverse()) ctx.lineTo(px, py)
  ctx.closePath()
}

export interface Treeline {
  seed: number
  from: number
  to: number
  /** Ground level at x. */
  ground: (x: number) => number
  tall: number
  /** Pixels between trunks. */
  gap: number
  plump?: number
  /** No tree stands where the ground lies below this y (the water's). */
  lowest?: number
}

/** A wood's edge: clumps and clearings of cedars along the ground, added to the current path. */
export function treeline(
  ctx: SKRSContext2D,
  { seed, from, to, ground, tall, gap, plump, lowest = Infinity }: Treeline,
) {
  const next = random(seed)
  const clump = fractal(seed, 3)
  for (let x = from; x < to; x += gap * next.between(0.3, 1.5)) {
    const lush = 0.62 + 0.55 * clump(x / (tall * 9), 0.5)
    if (lush < 0.3 || ground(x) > lowest) continue
    cedarPath(
      ctx,
      x,
      ground(x) + tall * 0.3,
      tall * lush * next.between(0.65, 1.25) + tall * 0.3,
      next,
      plump,
    )
  }
}
