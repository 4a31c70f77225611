import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { facade } from '../kit/alley-facade.ts'
import { hangings } from '../kit/alley-hangings.ts'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { eye, farGlow, focal, glowAt, half, long, vanish } from '../kit/lantern-alley.ts'
import { deviceScale, pixelPass } from '../kit/pixel-pass.ts'
import { mix, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 1707
const height = 2560
const near = 1.15
const tallWall = 5.6
const texel = 150

const night = ['#0a1028', '#1b2048', '#3b2a52'].map(tone) as [Tone, Tone, Tone]
/** The whole alley but its floor and what hangs in it, for any point above the floor line. */
function paintWalls(ctx: SKRSContext2D) {
  const sheets = [-1, 1].map((side) => {
    const canvas = createCanvas(long * texel, tallWall * texel)
    const c = canvas.getContext('2d')
    c.scale(texel, texel)
    facade(c, long, tallWall, side < 0 ? 5 : 23)
    return c.getImageData(0, 0, canvas.width, canvas.height).data
  })
  const sheetWidth = long * texel
  const sheetHeight = tallWall * texel
  const sample = (data: Uint8ClampedArray, z: number, y: number, blur: number, k: number) => {
    const u = clamp(z * texel, 0, sheetWidth - 2)
    const v = clamp((tallWall - y) * texel, 0, sheetHeight - 2)
    const step = Math.max(1, blur)
    const u0 = Math.floor(u / step) * step
    let sum = 0
    const taps = Math.min(4, Math.ceil(step))
    for (let n = 0; n < taps; n++) {
      const uu = Math.min(sheetWidth - 2, Math.floor(u0 + (n * step) / taps))
      const vv = Math.floor(v)
      const i = (vv * sheetWidth + uu) * 4 + k
      const fv = v - vv
      sum += (data[i] as number) * (1 - fv) + (data[i + sheetWidth * 4] as number) * fv
    }
    return sum / taps / 255
  }
  pixelPass(ctx, { x: 0, y: 0, width, height }, (px, py, out) => {
    const dx = (px - vanish.x) / focal
    const dy = (vanish.y - py) / focal
    const side = dx < 0 ? 0 : 1
    const z = half / Math.max(1e-4, Math.abs(dx))
    const y = eye + dy * z
    if (z < long + near && y < tallWall && y > 0) {
      const data = sheets[side] as Uint8ClampedArray
      const blur = (z * z * texel) / (focal * half)
      const glow = glowAt(dx * z, y, z)
      const along = side === 0 ? z - near : long - z + near
      const alpha = sample(data, along, y, blur, 3)
      const haze = 0.8 * (1 - Math.exp(-Math.max(0, z - 4) / 15))
      for (let k = 0; k < 3; k++) {
        const skin = sample(data, along, y, blur, k)
        const lamp = ([1, 0.66, 0.4] as const)[k] as number
        const ambient = ([0.2, 0.17, 0.24] as const)[k] as number
        const lit = skin * (ambient + glow * lamp * 1.25) + (1 - alpha) * skin * 0.95
        out[k] = lerp(lit, (farGlow[k] as number) * 0.62, haze)
      }
      return
    }
    const up = clamp((vanish.y - py) / 1500)
    const c = mix(
      mix(scaled(farGlow, 0.85), night[2], smooth(0, 0.3, up)),
      mix(night[1], night[0], smooth(0.5, 1, up)),
      smooth(0.16, 0.6, up),
    )
    const cloud = 0.06 * fbm(px / 260, py / 200, 4, 5)
    for (let k = 0; k < 3; k++) out[k] = (c[k] as number) + cloud
  })
}

/** Wet stone setts: each catches the light its own way and mirrors the alley, smeared downwards. */
function paintFloor(ctx: SKRSContext2D) {
  const scale = deviceScale(ctx)
  const w = Math.round(width * scale)
  const h = Math.round(height * scale)
  const source = ctx.getImageData(0, 0, w, h).data
  pixelPass(ctx, { x: 0, y: vanish.y, width, height: height - vanish.y }, (px, py, out) => {
    const z = (eye * focal) / Math.max(1, py - vanish.y)
    const x = ((px - vanish.x) / focal) * z
    if (Math.abs(x) > half || z > long) {
      out[3] = 0
      return
    }
    const course = z / 0.26
    const row = Math.floor(course)
    const along = x / 0.42 + (row % 2) * 0.5 + 0.06 * noise(x * 3, z * 3)
    const column = Math.floor(along)
    const ju = Math.min(along - column, 1 - along + column) * 0.42
    const jv = Math.min(course - row, 1 - course + row) * 0.26
    const joint = smooth(0.004, 0.02, Math.min(ju, jv) + 0.004 * noise(x * 30, z * 30))
    const tilt = (cellRandom(column, row, 3) - 0.5) * 0.9
    const bump =
      0.35 * fbm(x * 5, z * 5, 4, 7) + 0.3 * ((along - column - 0.5) ** 2 + (course - row - 0.5) ** 2)
    const puddle = smooth(0.05, 0.3, fbm(x * 0.9 + 1, z * 0.5, 3, 18) + 0.12 * smooth(0.7, 0, Math.abs(x)))
    const rough = lerp(1, 0.16, puddle)
    let r = 0
    let g = 0
    let b = 0
    for (let n = 0; n < 12; n++) {
      const smear = ((n + cellRandom(Math.floor(px * 2), Math.floor(py * 2), n)) / 12 - 0.3) * 190 * rough
      const mx = clamp(
        Math.round((px + (tilt * 60 + bump * 90 - 30) * rough * (0.3 + 1.2 / z)) * scale),
        0,
        w - 1,
      )
      const my = clamp(Math.round((2 * vanish.y - py + smear + bump * 60 * rough) * scale), 0, h - 1)
      const i = (my * w + mx) * 4
      r += source[i] as number
      g += source[i + 1] as number
      b += source[i + 2] as number
    }
    const mirror = [r / 3060, g / 3060, b / 3060] as const
    const glow = glowAt(x, 0, z)
    const stoneTone = 0.1 + 0.1 * cellRandom(column, row, 9) + 0.05 * fbm(x * 14, z * 14, 3)
    const shine = lerp(0.42 + 0.2 * tilt, 0.86, puddle) * lerp(0.35, 1, joint) * smooth(-0.2, 2.6, z * 0.9)
    const haze = 0.7 * (1 - Math.exp(-Math.max(0, z - 4) / 15))
    for (let k = 0; k < 3; k++) {
      const lamp = ([1, 0.62, 0.36] as const)[k] as number
      const base = stoneTone * (0.22 + glow * lamp * 1.3) * lerp(0.3, 1, joint)
      out[k] = lerp(base + (mirror[k] as number) * shine, (farGlow[k] as number) * 0.62, haze)
    }
  })
}

function steam(ctx: SKRSContext2D) {
  pixelPass(
    ctx,
    { x: 0, y: 300, width, height: 1700 },
    (x, y, out) => {
      const warp = fbm(x / 300, y / 420, 4, 3)
      const curl = 0.5 + 0.6 * fbm(x / 260 + warp, y / 380 + warp * 1.4, 5, 9)
      const left = Math.exp(-(((x - 470) / 230) ** 2)) * smooth(1750, 1350, y) * smooth(350, 1100, y)
      const right = 0.7 * Math.exp(-(((x - 1290) / 200) ** 2)) * smooth(1650, 1250, y) * smooth(300, 900, y)
      out[0] = 1
      out[1] = 0.78
      out[2] = 0.56
      out[3] = clamp((left + right) * smooth(0.35, 1, curl) * 0.62)
    },
    0.4,
  )
}

function paint(ctx: SKRSContext2D) {
  paintWalls(ctx)
  hangings(ctx)
  paintFloor(ctx)
  hangings(ctx)
  steam(ctx)
  finish(ctx, { bloom: 0.4, spread: 0.024, vignette: 0.36, contrast: 1.08 })
}

export const still: Still = { slug: 'yokocho-lanterns', width, height, quality: 82, paint }
