import type { SKRSContext2D } from '@napi-rs/canvas'
import { lerp } from './curve.ts'
import { random } from './random.ts'
import { css, mix, tone } from './tones.ts'

export type Branch = {
  from: readonly [number, number]
  to: readonly [number, number]
  sag: number
  thick: number
  seed: number
  /** Radius of a near blossom, in picture units. */
  blossom: number
}

const bark = tone('#2b1d1c')
const barkLight = tone('#8a6a5c')
const shadePink = tone('#d08aa4')
const pink = tone('#f4c3cf')
const white = tone('#fff7f5')

/** Five notched petals around a red heart, turned any way, `lit` 0..1. */
function blossom(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  r: number,
  turn: number,
  flat: number,
  lit: number,
) {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  ctx.scale(1, flat)
  for (let i = 0; i < 5; i++) {
    ctx.rotate((Math.PI * 2) / 5)
    ctx.fillStyle = css(mix(mix(shadePink, pink, lit), white, lit * (0.45 + (0.4 * ((i * 37) % 5)) / 5)))
    ctx.beginPath()
    ctx.moveTo(0, 0)
    ctx.bezierCurveTo(-r * 0.62, -r * 0.25, -r * 0.6, -r * 1.02, -r * 0.14, -r)
    ctx.lineTo(0, -r * 0.86)
    ctx.lineTo(r * 0.14, -r)
    ctx.bezierCurveTo(r * 0.6, -r * 1.02, r * 0.62, -r * 0.25, 0, 0)
    ctx.fill()
  }
  ctx.fillStyle = css(mix(tone('#b54a6a'), pink, 0.2 + lit * 0.3), 0.8)
  ctx.beginPath()
  ctx.arc(0, 0, r * 0.2, 0, 7)
  ctx.fill()
  ctx.fillStyle = 'rgba(255,226,150,0.9)'
  for (let i = 0; i < 6; i++)
    ctx.fillRect(Math.cos(i * 1.05) * r * 0.34, Math.sin(i * 1.05) * r * 0.34, r * 0.08, r * 0.08)
  ctx.restore()
}

/** A flowering cherry bough: bark, side twigs, then clusters of blossom, the shaded ones first. */
export function blossomBranch(ctx: SKRSContext2D, { from, to, sag, thick, seed, blossom: size }: Branch) {
  const roll = random(seed)
  const at = (t: number): readonly [number, number] => [
    lerp(from[0], to[0], t) + 26 * Math.sin(t * 9 + seed),
    lerp(from[1], to[1], t) +
      Math.sin(t * Math.PI) * -sag * 0.5 +
      sag * t * t +
      14 * Math.sin(t * 13 + seed * 2),
  ]
  const spots: [number, number, number][] = []
  const limb = (
    ax: number,
    ay: number,
    bx: number,
    by: number,
    bendX: number,
    bendY: number,
    fat: number,
  ) => {
    const steps = 26
    for (let i = 0; i < steps; i++) {
      const t = i / steps
      const x = (1 - t) ** 2 * ax + 2 * (1 - t) * t * bendX + t * t * bx
      const y = (1 - t) ** 2 * ay + 2 * (1 - t) * t * bendY + t * t * by
      const r = fat * (1 - t * 0.85)
      ctx.fillStyle = css(mix(bark, barkLight, 0.1 + roll() * 0.16))
      ctx.beginPath()
      ctx.ellipse(x, y, r + 3, r * 0.55 + 0.8, Math.atan2(by - ay, bx - ax), 0, 7)
      ctx.fill()
      if (t > 0.2) spots.push([x, y, 0.4 + t])
    }
  }
  for (let i = 0; i < 90; i++) {
    const t = i / 90
    const [x, y] = at(t)
    const r = thick * (1 - t * 0.86) * 0.5
    ctx.fillStyle = css(bark)
    ctx.beginPath()
    ctx.ellipse(
      x,
      y,
      Math.hypot(to[0] - from[0], to[1] - from[1]) / 120,
      r,
      Math.atan2(to[1] - from[1], to[0] - from[0]),
      0,
      7,
    )
    ctx.fill()
    ctx.fillStyle = css(barkLight, 0.4)
    ctx.beginPath()
    ctx.ellipse(x, y - r * 0.55, r * 0.9, r * 0.22, 0, 0, 7)
    ctx.fill()
    if (i % 5 === 2 && t > 0.06) {
      const aim =
        Math.atan2(to[1] - from[1], to[0] - from[0]) + (roll() < 0.38 ? -1 : 1) * (0.5 + roll() * 0.8)
      const long = 70 + roll() * 190 * (1 - t * 0.5)
      limb(
        x,
        y,
        x + Math.cos(aim) * long,
        y + Math.sin(aim) * long * 0.8 + 26,
        x + Math.cos(aim - 0.4) * long * 0.6,
        y + Math.sin(aim - 0.4) * long * 0.5,
        r * 0.4 + 2,
      )
    }
    if (t > 0.12) spots.push([x, y, 0.7])
  }
  const flowers: { x: number; y: number; r: number; lit: number }[] = []
  for (const [x, y, rich] of spots) {
    const count = Math.round(rich * 3 + roll() * 4)
    for (let i = 0; i < count; i++) {
      const spread = size * 3.1
      const dx = (roll() + roll() - 1) * spread * 1.2
      const dy = (roll() + roll() - 1) * spread + size * 0.6
      flowers.push({
        x: x + dx,
        y: y + dy,
        r: size * (0.7 + roll() * 0.6),
        lit: 0.25 + 0.5 * roll() - dy / spread / 3.4,
      })
    }
  }
  flowers.sort((a, b) => a.lit - b.lit)
  for (const f of flowers)
    blossom(ctx, f.x, f.y, f.r, roll() * 6.3, 0.55 + roll() * 0.45, Math.min(1, Math.max(0, f.lit + 0.15)))
}
