import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { dab } from './foliage.ts'
import { css, mix, type Tone, tone } from './tones.ts'

export type Fir = {
  x: number
  foot: number
  tall: number
  haze: Tone
  /** 0 near and clear .. 1 lost in the haze. */
  fade: number
  /** Lamp light from in front, 0..1. */
  warm: number
  random: () => number
}

/** A fir bent under snow: tiers of hanging boughs, dark beneath, heaped white above. */
export function snowyFir(ctx: SKRSContext2D, { x, foot, tall, haze, fade, warm, random }: Fir) {
  const under = tone('#0c1a26')
  const snowShade = tone('#5b78ab')
  const snow = tone('#dfeaff')
  const lamp = tone('#ffcf92')
  const tiers = Math.round(13 + tall / 90)
  for (let tier = tiers; tier >= 0; tier--) {
    const up = (tiers - tier) / tiers
    const y = foot - tall * (1 - (1 - up) ** 1.06)
    const reach = tall * 0.25 * (1 - up) ** 0.85 * (0.8 + random() * 0.35) + tall * 0.012
    const boughs = Math.round(5 + 10 * (1 - up))
    for (let b = 0; b < boughs; b++) {
      const side = (b / (boughs - 1)) * 2 - 1 + (random() - 0.5) * 0.2
      const tip = side * reach
      const hang = reach * (0.3 + 0.24 * Math.abs(side)) + random() * reach * 0.12
      const fat = reach * 0.15 + 2
      for (let k = 0; k < 7; k++) {
        const t = (k + 1) / 7
        const px = x + tip * t
        const py = y + hang * t * t
        ctx.fillStyle = css(mix(mix(under, tone('#27405a'), random() * 0.7), haze, fade))
        dab(
          ctx,
          px + (random() - 0.5) * fat,
          py + fat * 0.5,
          fat * (0.8 + random() * 0.5),
          fat * 0.42,
          side * 0.6,
        )
      }
      for (let k = 0; k < 7; k++) {
        const t = (k + 1) / 7
        const lit = clamp(0.35 + 0.4 * random() + 0.25 * side)
        const c = mix(mix(snowShade, snow, lit), lamp, warm * (0.4 + random() * 0.6))
        ctx.fillStyle = css(mix(c, haze, fade), 0.92)
        dab(
          ctx,
          x + tip * t + (random() - 0.5) * fat * 0.5,
          y + hang * t * t - fat * 0.1,
          fat * (0.55 + random() * 0.45),
          fat * (0.24 + random() * 0.12),
          side * 0.7,
        )
      }
    }
  }
}
