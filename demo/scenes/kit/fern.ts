import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { css, mix, tone } from './tones.ts'

/** A clump of fern: arching fronds, each a rib with narrowing leaflets, lit towards the tips. */
export function fern(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  size: number,
  roll: () => number,
  bright: number,
) {
  for (let f = 0; f < 8; f++) {
    const aim = -Math.PI / 2 + (f - 3.5) * 0.36 + (roll() - 0.5) * 0.5
    const long = size * (0.65 + roll() * 0.7)
    const droop = 0.35 + roll() * 0.4
    for (let k = 1; k < 26; k++) {
      const t = k / 26
      const px = x + Math.cos(aim) * long * t * 1.15
      const py = y + Math.sin(aim) * long * t + t * t * long * droop
      const along = Math.atan2(Math.sin(aim) + 2 * t * droop, Math.cos(aim) * 1.15)
      const leaf = size * 0.15 * Math.sin(Math.PI * (0.16 + t * 0.82))
      for (const side of [-1, 1]) {
        const lit = clamp(bright * (0.15 + roll() * 0.5 + t * 0.45 + (side * Math.cos(aim) < 0 ? 0.15 : 0)))
        ctx.fillStyle = css(mix(tone('#0b170c'), tone('#cbd867'), lit * lit))
        const turn = along + side * 1.05
        ctx.beginPath()
        ctx.ellipse(
          px + Math.cos(turn) * leaf * 0.5,
          py + Math.sin(turn) * leaf * 0.5,
          leaf * 0.55,
          leaf * 0.15 + 0.5,
          turn,
          0,
          7,
        )
        ctx.fill()
      }
    }
  }
}
