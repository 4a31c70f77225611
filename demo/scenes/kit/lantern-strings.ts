import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { paintChochin } from './chochin.ts'
import { lerp, sway } from './curve.ts'
import { glow } from './glow.ts'
import { blurred } from './layer.ts'
import { once } from './once.ts'

const red = { heart: '#fff0b4', paper: '#ff9a3d', edge: '#c8301c', text: '祭', ink: '#3a0a08' }
const white = {
  heart: '#fffbe0',
  paper: '#ffdf9c',
  edge: '#e58f3c',
  band: '#d02a1c',
  text: '御神燈',
  ink: '#5a1410',
}

/** A red lantern and a white one, by turns along a string. */
const pair = (width: number, long: number) =>
  [red, white].map((kind) => paintChochin({ ...kind, width, long }))

const sprites = once(() => ({
  small: pair(34, 1.05).map((lantern) => blurred(lantern, 0.6)),
  medium: pair(70, 1.05),
  large: pair(138, 1.12),
}))

interface LanternString {
  from: [number, number]
  to: [number, number]
  sag: number
  count: number
  set: 'small' | 'medium' | 'large'
  /** Shifts the sway, so that no two strings move alike; in cycles. */
  lag: number
  /** 0 at infinity .. 1 at the viewer: how much of the camera's travel it follows. */
  depth: number
}

/** From the tower to the corners of the square, behind the crowd. */
export const towerStrings: LanternString[] = [
  { from: [540, 492], to: [-40, 420], sag: 60, count: 13, set: 'small', lag: 0.1, depth: 0.3 },
  { from: [540, 492], to: [1120, 420], sag: 60, count: 13, set: 'small', lag: 0.4, depth: 0.3 },
  { from: [540, 478], to: [-60, 190], sag: 105, count: 8, set: 'medium', lag: 0.7, depth: 0.5 },
  { from: [540, 478], to: [1140, 190], sag: 105, count: 8, set: 'medium', lag: 0.2, depth: 0.5 },
]

/** Right above the viewer, before everything else. */
export const nearString: LanternString = {
  from: [-90, -96],
  to: [1170, -116],
  sag: 84,
  count: 6,
  set: 'large',
  lag: 0.55,
  depth: 1,
}

/** Hangs one string, swaying in the breeze and flickering. `travel` is the nearest plane's, in pixels. */
export function hangLanterns(ctx: SKRSContext2D, phase: number, line: LanternString, travel: number) {
  const { from, to, sag, count, set, lag } = line
  const shift = travel * line.depth
  const breeze = sway(phase, lag)
  const at = (t: number) =>
    [lerp(from[0], to[0], t) + shift, lerp(from[1], to[1], t) + (sag + 5 * breeze) * 4 * t * (1 - t)] as const
  ctx.strokeStyle = '#120c18'
  ctx.lineWidth = set === 'large' ? 4 : set === 'medium' ? 2.2 : 1.4
  ctx.beginPath()
  for (let i = 0; i <= 40; i++) ctx.lineTo(...at(i / 40))
  ctx.stroke()
  for (let i = 0; i < count; i++) {
    // Lanterns stand closer together toward the tower, as distance asks.
    const t = set === 'large' ? (i + 0.5) / count : ((i + 0.8) / (count + 0.3)) ** 1.25
    const [x, y] = at(t)
    const grown = set === 'large' ? 1 : lerp(0.55, 1.35, t)
    const sprite = sprites()[set][i % 2] as Canvas
    const [w, h] = [sprite.width * grown, sprite.height * grown]
    const angle = 0.075 * sway(phase, lag + t * 0.6, 2) + 0.03 * breeze
    const light = 0.9 + 0.1 * sway(phase, i * 0.29 + lag, 3)
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(angle)
    glow(ctx, {
      x: 0,
      y: h * 0.5,
      radius: w * 1.75,
      hex: i % 2 ? '#ffb45e' : '#ff7a30',
      strength: 0.46 * light,
    })
    ctx.drawImage(sprite, -w / 2, 0, w, h)
    glow(ctx, { x: 0, y: h * 0.48, radius: w * 0.62, hex: '#ffd890', strength: 0.36 * light })
    ctx.restore()
  }
}
