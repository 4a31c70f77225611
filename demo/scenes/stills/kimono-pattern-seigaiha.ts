import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { deviceScale, pixelPass } from '../kit/pixel-pass.ts'
import { mix, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const size = 2048
const radius = 148

/** What the needle or the weft left at one point: height in picture units, direction of the thread, and its dye. */
type Stitch = { height: number; along: number; dye: Tone; metal: number }

const indigo = tone('#152a52')
const deep = tone('#0c1838')
const teal = tone('#2f6f86')
const gold = tone('#c9973f')
const silver = tone('#b9c3cf')
const plum = tone('#7a2b46')

/** Which scale of the wave covers the point: the nearest one below it in the overlapping rows. */
function waveAt(x: number, y: number) {
  const rowHeight = radius / 2
  const first = Math.floor(y / rowHeight)
  for (let row = first + 2; row >= first - 1; row--) {
    const shift = row % 2 === 0 ? 0 : radius
    const column = Math.round((x - shift) / (radius * 2))
    const cx = column * radius * 2 + shift
    const cy = row * rowHeight + radius * 0.5
    const reach = Math.hypot(x - cx, y - cy)
    if (reach < radius && y <= cy + 1)
      return { reach: reach / radius, turn: Math.atan2(y - cy, x - cx), row, column }
  }
  return { reach: 1, turn: 0, row: first, column: 0 }
}

/** The waves: couched gold rims, bands of satin stitch in three kinds of dress. */
function waves(x: number, y: number): Stitch {
  const { reach, turn, row, column } = waveAt(x, y)
  const dress = cellRandom(column, row, 5)
  const band = reach * 5
  const ring = Math.floor(band)
  const inBand = band - ring
  const rim = smooth(0.34, 0.16, Math.abs(inBand - 0.86))
  const thread = Math.sin(turn * radius * reach * 0.9) * 0.5 + 0.5
  const couch = Math.sin(turn * radius * reach * 0.33 + ring * 2) * 0.5 + 0.5
  const dome = Math.sin(inBand * Math.PI)
  if (rim > 0.02) {
    const metalTone = dress > 0.86 ? silver : gold
    return {
      height: 7 * rim + couch * 1.4 + (1 - reach) * 4,
      along: turn + Math.PI / 2,
      dye: metalTone,
      metal: rim,
    }
  }
  const dyes =
    dress < 0.16
      ? [teal, indigo, teal, deep, indigo]
      : dress > 0.93
        ? [plum, deep, plum, indigo, deep]
        : [deep, indigo, deep, indigo, teal]
  const dye = dyes[Math.min(4, ring)] as Tone
  return {
    height: 2.2 * dome + thread * 0.9 + (1 - reach) * 4,
    along: turn,
    dye: mix(dye, scaled(dye, 1.5), inBand),
    metal: 0,
  }
}

type Crane = { x: number; y: number; size: number; turn: number; flip: number }
const cranes: readonly Crane[] = [
  { x: 760, y: 700, size: 500, turn: -0.3, flip: 1 },
  { x: 1440, y: 1290, size: 560, turn: -0.46, flip: 1 },
  { x: 1700, y: 330, size: 300, turn: -0.2, flip: 1 },
  { x: 330, y: 1640, size: 330, turn: -0.55, flip: 1 },
]

/** One feather as a pointed blade from (x, y), `long` in direction `turn`, bent by `bend`. */
function feather(
  c: SKRSContext2D,
  x: number,
  y: number,
  turn: number,
  long: number,
  wide: number,
  bend: number,
) {
  const ex = x + Math.cos(turn + bend) * long
  const ey = y + Math.sin(turn + bend) * long
  const mx = x + Math.cos(turn) * long * 0.72
  const my = y + Math.sin(turn) * long * 0.72
  const sx = -Math.sin(turn) * wide
  const sy = Math.cos(turn) * wide
  c.beginPath()
  c.moveTo(x - sx * 0.6, y - sy * 0.6)
  c.quadraticCurveTo(mx - sx, my - sy, ex, ey)
  c.quadraticCurveTo(mx + sx, my + sy, x + sx * 0.6, y + sy * 0.6)
  c.closePath()
  c.fill()
}

/** Red channel: part (50 white, 100 black, 150 gold, 200 red); green: height; blue: thread direction / pi. */
function paintCrane(c: SKRSContext2D, crane: Crane) {
  c.save()
  c.translate(crane.x, crane.y)
  c.rotate(crane.turn)
  c.scale(crane.size / 500, (crane.size / 500) * crane.flip)
  const ink = (part: number, height: number, along: number) => {
    const a = (((along + crane.turn) % Math.PI) + Math.PI) % Math.PI
    c.fillStyle = `rgb(${part},${Math.round(height)},${Math.round((a / Math.PI) * 255)})`
  }
  const wing = (side: number, from: number, to: number) => {
    for (let layer = 0; layer < 4; layer++) {
      const count = [17, 15, 12, 9][layer] as number
      const reach = [330, 236, 158, 96][layer] as number
      const wide = [21, 20, 18, 16][layer] as number
      for (let i = 0; i < count; i++) {
        const t = i / (count - 1)
        const turn = lerp(from, to, t)
        const long =
          reach * (0.66 + 0.46 * Math.sin((0.3 + 0.62 * (1 - t)) * Math.PI)) * (side > 0 ? 1 : 0.92)
        const rootX = 52 - t * 128 + Math.cos(turn) * 8
        const rootY = side * (8 + 10 * Math.sin(t * Math.PI))
        const height = 96 + layer * 24 + (i % 2) * 10
        ink(150, height - 20, turn)
        feather(c, rootX, rootY, turn, long + 6, wide + 4, side * 0.14)
        ink(layer === 0 && t > 0.42 ? 100 : 50, height, turn + 0.55)
        feather(c, rootX, rootY, turn, long, wide, side * 0.14)
      }
    }
  }
  wing(-1, -1.2, -2.7)
  for (let i = 0; i < 7; i++) {
    ink(150, 96, 3)
    feather(c, -86, 8, 2.9 + i * 0.09, 150 - i * 6, 15, 0.1)
    ink(i % 2 ? 100 : 50, 108 + i, 3.1)
    feather(c, -86, 8, 2.9 + i * 0.09, 142 - i * 6, 11, 0.1)
  }
  ink(100, 104, 0)
  for (const dy of [14, 24]) feather(c, -90, dy, 3.02, 250, 4, 0.03)
  wing(1, 1.05, 2.5)
  for (const [grow, part, height] of [
    [5, 150, 150],
    [0, 50, 190],
  ] as const) {
    ink(part, height, 0.3)
    c.beginPath()
    c.moveTo(-140 - grow, 10)
    c.bezierCurveTo(-90, -34 - grow, 30, -44 - grow, 78 + grow, -18)
    c.bezierCurveTo(96 + grow, -2, 60, 40 + grow, -10, 38 + grow)
    c.bezierCurveTo(-70, 36 + grow, -110, 26 + grow, -140 - grow, 10)
    c.fill()
  }
  for (let i = 0; i < 26; i++) {
    const t = (i % 9) / 8
    const line = Math.floor(i / 9)
    const x = lerp(52, -92, t) - line * 8
    const y = -16 + line * 16 + 6 * t
    ink(150, 196, 0.2)
    feather(c, x, y, Math.PI - 0.05, 34, 9, 0.02)
    ink(50, 202 + line, 0.5)
    feather(c, x + 1, y, Math.PI - 0.05, 31, 6.5, 0.02)
  }
  c.lineCap = 'round'
  for (let i = 0; i < 60; i++) {
    const t = i / 59
    const x = 70 + t * 205
    const y = -6 - 40 * Math.sin(t * 2.2) * t + 12 * t
    const r = lerp(24, 9.5, Math.sqrt(t))
    ink(t > 0.3 && t < 0.86 ? 100 : 50, 176 + 20 * t, 1.2 + t)
    c.beginPath()
    c.arc(x, y, r, 0, 7)
    c.fill()
  }
  ink(50, 205, 0.4)
  c.beginPath()
  c.ellipse(284, -26, 21, 14, 0.2, 0, 7)
  c.fill()
  ink(200, 225, 0)
  c.beginPath()
  c.ellipse(286, -36, 15, 6.5, 0.3, 0, 7)
  c.fill()
  ink(100, 235, 0)
  c.beginPath()
  c.arc(290, -25, 3.2, 0, 7)
  c.fill()
  ink(150, 190, 0.1)
  feather(c, 298, -24, 0.12, 74, 6, 0.02)
  c.restore()
}

function paint(ctx: SKRSContext2D) {
  const scale = deviceScale(ctx)
  const side = Math.round(size * scale)
  const map = createCanvas(side, side)
  const c = map.getContext('2d')
  c.scale(scale, scale)
  for (const crane of cranes) paintCrane(c, crane)
  const marks = c.getImageData(0, 0, side, side).data
  const dyes: Record<number, Tone> = { 1: tone('#e9e4d6'), 2: tone('#1b1a22'), 3: gold, 4: tone('#b3232c') }

  const stitchAt = (x: number, y: number): Stitch => {
    const column = Math.min(side - 1, Math.max(0, Math.floor(x * scale)))
    const row = Math.min(side - 1, Math.max(0, Math.floor(y * scale)))
    const i = (row * side + column) * 4
    if ((marks[i + 3] as number) < 250) return waves(x, y)
    const part = Math.round((marks[i] as number) / 50)
    const along = ((marks[i + 2] as number) / 255) * Math.PI
    const across = -x * Math.sin(along) + y * Math.cos(along)
    const floss = Math.abs(Math.sin(across * 0.62 + 0.8 * noise(x / 40, y / 40)))
    return {
      height: 9 + (marks[i + 1] as number) * 0.06 + floss * 1.3,
      along,
      dye: dyes[part] ?? gold,
      metal: part === 3 ? 1 : 0,
    }
  }

  const fold = (x: number, y: number) =>
    150 * fbm((x + y * 0.5) / 1500 + 0.4, y / 2600 + 0.2, 2, 7) +
    55 * Math.sin((x * 0.8 + y * 0.55) / 420 + 1.2 * noise(x / 900, y / 900))
  pixelPass(ctx, { x: 0, y: 0, width: size, height: size }, (x, y, out) => {
    const here = stitchAt(x, y)
    const step = 1.1 / Math.max(0.6, scale)
    const bumpX = stitchAt(x + step, y).height - here.height + (fold(x + 12, y) - fold(x, y)) * 0.14 * step
    const bumpY = stitchAt(x, y + step).height - here.height + (fold(x, y + 12) - fold(x, y)) * 0.14 * step
    const nx = (-bumpX / step) * 0.42
    const ny = (-bumpY / step) * 0.42
    const length = Math.hypot(nx, ny, 1)
    const facing = clamp((nx * -0.5 + ny * -0.62 + 0.6) / length)
    const weaveX = Math.sin(x * 1.25) * Math.sin(y * 0.62)
    const slopeX = (fold(x + 12, y) - fold(x, y)) / 12
    const slopeY = (fold(x, y + 12) - fold(x, y)) / 12
    const drape = clamp(0.72 - slopeX * 1.1 - slopeY * 1.25, 0.2, 1.3)
    const tx = Math.cos(here.along)
    const ty = Math.sin(here.along)
    const half = tx * (0.35 + slopeX * 2.2 + 0.3 * nx) + ty * (0.42 + slopeY * 2.2 + 0.3 * ny)
    const sheen = Math.sqrt(Math.max(0, 1 - Math.min(1, half * half * 1.6))) ** 9
    const fleck = here.metal * (0.75 + 0.5 * cellRandom(Math.floor(x / 3), Math.floor(y / 3), 4))
    const base = here.dye
    const body = 0.22 + 0.95 * facing * drape + 0.04 * weaveX
    const shine = sheen * drape * (here.metal ? 0.75 * fleck : 0.26)
    const warm: Tone = here.metal ? [1, 0.86, 0.55] : [0.86, 0.93, 1]
    const dim = here.metal ? 0.74 + 0.3 * fleck : 1
    out[0] = base[0] * body * dim + warm[0] * shine
    out[1] = base[1] * body * dim + warm[1] * shine
    out[2] = base[2] * body * dim + warm[2] * shine
  })
  finish(ctx, { bloom: 0.22, vignette: 0.3, contrast: 1.06, saturation: 1.08, grain: 0.005 })
}

export const still: Still = { slug: 'kimono-pattern-seigaiha', width: size, height: size, quality: 42, paint }
