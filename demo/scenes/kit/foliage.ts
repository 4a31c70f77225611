import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { css, type Tone } from './tones.ts'

export type Mass = {
  x: number
  y: number
  rx: number
  ry: number
  /** From deep shade to full light. */
  tones: readonly Tone[]
  leaves: number
  leaf: number
  /** Where the light comes from, as a direction in the picture. */
  light?: readonly [number, number]
  random: () => number
  /** 0 round dabs .. 1 long, thin ones. */
  slender?: number
  /** Direction the leaves hang to, in radians; random when not given. */
  hang?: number
  alpha?: number
}

/** One leaf-sized dab. */
export function dab(ctx: SKRSContext2D, x: number, y: number, rx: number, ry: number, turn: number) {
  ctx.beginPath()
  ctx.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2)
  ctx.fill()
}

/** A clump of leaves in an ellipse: shade first, light last and more of it towards the light, ragged at the rim. */
export function paintMass(ctx: SKRSContext2D, mass: Mass) {
  const {
    x,
    y,
    rx,
    ry,
    tones,
    leaves,
    leaf,
    light = [-0.4, -0.9],
    random,
    slender = 0.4,
    hang,
    alpha = 1,
  } = mass
  for (let i = 0; i < leaves; i++) {
    const rank = i / leaves
    const turn = random() * Math.PI * 2
    const far = Math.sqrt(random()) * (1 + 0.22 * noise(Math.cos(turn) * 2 + x, Math.sin(turn) * 2 + y))
    const shift = (rank - 0.45) * 0.55
    const u = Math.cos(turn) * far * (1 - Math.abs(shift) * 0.5) + light[0] * shift
    const v = Math.sin(turn) * far * (1 - Math.abs(shift) * 0.5) + light[1] * shift
    const px = x + u * rx
    const py = y + v * ry
    const facing = u * light[0] + v * light[1]
    const clump = noise(px / (leaf * 5), py / (leaf * 5), 3)
    const lit = clamp(0.12 + rank * 0.55 + facing * 0.28 + clump * 0.3 + (random() - 0.5) * 0.2)
    const pick = tones[Math.min(tones.length - 1, Math.floor(lit * tones.length))] as Tone
    ctx.fillStyle = css(pick, alpha)
    const size = leaf * (0.6 + random() * 0.8)
    dab(
      ctx,
      px,
      py,
      size,
      size * (1 - slender * 0.8),
      hang === undefined ? random() * 6.3 : hang + (random() - 0.5),
    )
  }
}
