import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from './colour.ts'
import type { Random } from './random.ts'

/** A cedar bowed by snow: tiers of drooping boughs, dark beneath, white on top. */
export function snowCedar(
  ctx: SKRSContext2D,
  next: Random,
  { x, foot, tall, dark, white }: { x: number; foot: number; tall: number; dark: string; white: string },
) {
  const tiers = Math.max(5, Math.round(7 + tall / 20))
  const wide = tall * next.between(0.19, 0.25)
  for (let i = tiers; i >= 0; i--) {
    const t = (i + 0.6) / (tiers + 0.6)
    const y = foot - tall * (1 - t) + next.bell() * 2
    const half = wide * t ** 0.9
    const drop = (tall / tiers) * 0.95
    const boughs = Math.max(2, Math.round(3 + 7 * t))
    for (let b = 0; b < boughs; b++) {
      const at = (b / (boughs - 1 || 1)) * 2 - 1 + next.bell() * 0.2
      const bx = x + at * half * 0.8
      const r = half * next.between(0.2, 0.36) + 1.5
      ctx.fillStyle = mix(dark, white, 0.06 + 0.1 * next())
      ctx.beginPath()
      ctx.ellipse(bx, y + drop * (0.25 + 0.35 * Math.abs(at)), r, drop * 0.62, at * 0.4, 0, 7)
      ctx.fill()
      ctx.fillStyle = mix(dark, white, 0.55 + 0.4 * next() - Math.max(0, at) * 0.2)
      ctx.beginPath()
      ctx.ellipse(
        bx - r * 0.08,
        y + drop * (0.02 + 0.35 * Math.abs(at)),
        r * 0.86,
        drop * 0.34,
        at * 0.5,
        0,
        7,
      )
      ctx.fill()
    }
  }
}
