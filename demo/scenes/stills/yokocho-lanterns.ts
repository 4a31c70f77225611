import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { facade } from '../kit/alley-facade.ts'
import { clamp, lerp } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { cellRandom, fbm, noise } from '../kit/gradient-noise.ts'
import { paperLantern } from '../kit/paper-lantern.ts'
import { deviceScale, pixelPass } from '../kit/pixel-pass.ts'
import { random } from '../kit/random.ts'
import { css, mix, scaled, smooth, type Tone, tone } from '../kit/tones.ts'
import type { Still } from '../scene.ts'

const width = 1707
const height = 2560
/** Metres: half the alley's width, eye height, how far the walls reach; the vanishing point in picture units. */
const half = 1.55
const eye = 1.5
const long = 26
const vanish = { x: 872, y: 1500 }
const focal = 1480
const near = 1.15
const tallWall = 5.6
const texel = 150

type Lantern = { x: number; y: number; z: number; size: number; lit: number }
const lanterns: readonly Lantern[] = (() => {
  const roll = random(12)
  const list: Lantern[] = []
  for (let i = 0; i < 26; i++) {
    const z = 2.5 + i * 0.86 + roll() * 0.3
    const side = i % 2 ? 1 : -1
    list.push({
      x: side * (half - 0.74 - roll() * 0.08),
      y: 2.0 + roll() * 0.1,
      z,
      size: 0.36 + roll() * 0.1,
      lit: 0.8 + roll() * 0.3,
    })
  }
  for (let i = 0; i < 5; i++)
    for (let k = 0; k < 5; k++)
      list.push({
        x: lerp(-1.1, 1.1, k / 4),
        y: 3.55 - 0.2 * Math.sin((k / 4) * Math.PI) + i * 0.1,
        z: 5 + i * 4,
        size: 0.3,
        lit: 0.9,
      })
  return list
})()

const at = (x: number, y: number, z: number) => ({
  x: vanish.x + (x * focal) / z,
  y: vanish.y - ((y - eye) * focal) / z,
  unit: focal / z,
})

/** Warm light that the lanterns shed on a point, by distance alone. */
function glowAt(x: number, y: number, z: number): number {
  let sum = 0
  for (const l of lanterns) {
    const dz = z - l.z
    if (dz * dz > 9) continue
    const d2 = (x - l.x) ** 2 + (y - l.y) ** 2 + dz * dz
    sum += l.lit / (0.5 + d2 * 2.6)
  }
  return sum * 0.36
}

const night = ['#0a1028', '#1b2048', '#3b2a52'].map(tone) as [Tone, Tone, Tone]
const farGlow = tone('#ff9a52')

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

/** Wires, far people, lanterns from far to near, steam between them. */
function hangings(ctx: SKRSContext2D) {
  const roll = random(33)
  ctx.lineCap = 'round'
  for (let i = 0; i < 16; i++) {
    const z = 3 + i * 1.3
    const a = at(-half, 3.9 + roll() * 1.6, z)
    const b = at(half, 3.8 + roll() * 1.6, z + (roll() - 0.5) * 4)
    ctx.strokeStyle = `rgba(8,8,16,${0.85 - i * 0.03})`
    ctx.lineWidth = Math.max(1.2, 0.022 * a.unit)
    ctx.beginPath()
    ctx.moveTo(a.x, a.y)
    ctx.quadraticCurveTo((a.x + b.x) / 2, (a.y + b.y) / 2 + 0.4 * a.unit, b.x, b.y)
    ctx.stroke()
  }
  const things: { z: number; draw: () => void }[] = []
  for (const l of lanterns) {
    const p = at(l.x, l.y, l.z)
    const text = Math.abs(l.x) > 0.6 && l.y < 2.2 ? '酒場' : ''
    const haze = 0.5 * (1 - Math.exp(-l.z / 16))
    things.push({
      z: l.z,
      draw: () =>
        paperLantern(ctx, {
          x: p.x,
          y: p.y,
          size: l.size * p.unit,
          lit: l.lit,
          haze,
          text,
          seed: Math.floor(l.z * 100),
        }),
    })
  }
  for (let i = 0; i < 11; i++) {
    for (const side of [-1, 1] as const) {
      const z = 2.3 + i * 2.1 + (side > 0 ? 0.9 : 0)
      const word = boards[(i * 2 + (side > 0 ? 1 : 0)) % boards.length] ?? '酒'
      things.push({ z: z + 0.55, draw: () => eaves(ctx, side, z, z + 1.75) })
      const high = 2.95 + roll() * 0.5
      const lamp = roll() < 0.7
      if (i > 0) things.push({ z: z + 1.2, draw: () => projectingSign(ctx, side, high, z + 1.2, word, lamp) })
    }
  }
  for (const [x, z, tall] of [
    [-0.28, 17, 1.7],
    [0.16, 17.4, 1.58],
    [0.55, 13.2, 1.7],
  ] as const)
    things.push({ z, draw: () => person(ctx, x, z, tall) })
  for (const thing of things.sort((p, q) => q.z - p.z)) thing.draw()
}

const boards = [
  'やきとり',
  '居酒屋',
  '焼鳥',
  'おでん',
  '串かつ',
  '立呑み',
  'スナック',
  '酒蔵',
  '炉ばた',
  'もつ煮',
] as const

/** A board that stands out from the wall towards the viewer: dark frame, milk glass alight, brushed name. */
function projectingSign(
  ctx: SKRSContext2D,
  side: -1 | 1,
  high: number,
  z: number,
  word: string,
  lamp: boolean,
) {
  const letters = [...word]
  const tall = 0.3 * letters.length + 0.12
  const a = at(side * half, high + tall, z)
  const b = at(side * (half - 0.4), high, z)
  const [x0, x1] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const haze = 0.75 * (1 - Math.exp(-Math.max(0, z - 4) / 15))
  ctx.fillStyle = css(mix(tone('#0b080b'), farGlow, haze * 0.5))
  ctx.fillRect(x0 - 0.03 * a.unit, a.y - 0.03 * a.unit, x1 - x0 + 0.06 * a.unit, b.y - a.y + 0.06 * a.unit)
  const face = lamp ? mix(tone('#ffe0a6'), farGlow, haze * 0.6) : mix(tone('#57190f'), farGlow, haze * 0.6)
  const shade = ctx.createLinearGradient(0, a.y, 0, b.y)
  shade.addColorStop(0, css(scaled(face, 0.72)))
  shade.addColorStop(0.5, css(face))
  shade.addColorStop(1, css(scaled(face, 0.8)))
  ctx.fillStyle = shade
  ctx.fillRect(x0, a.y, x1 - x0, b.y - a.y)
  ctx.fillStyle = lamp ? css(mix(tone('#5c0f0c'), farGlow, haze * 0.7)) : css(tone('#ffd9a0'))
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `bold ${0.27 * a.unit}px "Noto Serif CJK JP"`
  for (const [i, letter] of letters.entries())
    ctx.fillText(letter, (x0 + x1) / 2, lerp(a.y, b.y, (i + 0.5) / letters.length))
}

/** A shop's little roof, seen from below: rafters lit by the lanterns, dark edge. */
function eaves(ctx: SKRSContext2D, side: -1 | 1, from: number, to: number) {
  const reach = 0.62
  const quad = (fill: string, ...points: { x: number; y: number }[]) => {
    ctx.fillStyle = fill
    ctx.beginPath()
    for (const p of points) ctx.lineTo(p.x, p.y)
    ctx.fill()
  }
  const haze = 0.7 * (1 - Math.exp(-Math.max(0, from - 4) / 15))
  const wood = (lit: number) => css(mix(mix(tone('#160c08'), tone('#b5622c'), lit), farGlow, haze * 0.7))
  for (let i = 9; i >= 0; i--) {
    const z0 = lerp(from, to, i / 10)
    const z1 = lerp(from, to, (i + 1) / 10)
    const lit = 0.16 + 0.3 * clamp(glowAt(side * (half - 0.3), 2.3, z0)) + (i % 2 ? 0.1 : 0)
    quad(
      wood(lit),
      at(side * half, 2.5, z0),
      at(side * (half - reach), 2.28, z0),
      at(side * (half - reach), 2.28, z1),
      at(side * half, 2.5, z1),
    )
  }
  quad(
    wood(0.1),
    at(side * half, 2.5, from),
    at(side * half, 2.66, from),
    at(side * (half - reach), 2.36, from),
    at(side * (half - reach), 2.28, from),
  )
  quad(
    wood(0.05),
    at(side * (half - reach), 2.28, from),
    at(side * (half - reach), 2.36, from),
    at(side * (half - reach), 2.36, to),
    at(side * (half - reach), 2.28, to),
  )
}

/** Someone walking away under the lights: a soft dark shape with a lit rim. */
function person(ctx: SKRSContext2D, x: number, z: number, tall: number) {
  const foot = at(x, 0, z)
  const u = foot.unit * tall
  const fade = 0.5 * (1 - Math.exp(-z / 14))
  const shape = (dx: number) => {
    const p = (px: number, py: number) => [foot.x + px * u + dx, foot.y - py * u] as const
    ctx.beginPath()
    ctx.ellipse(...p(0, 0.925), u * 0.05, u * 0.066, 0, 0, 7)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(...p(-0.025, 0.87))
    ctx.bezierCurveTo(...p(-0.06, 0.84), ...p(-0.12, 0.83), ...p(-0.125, 0.74))
    ctx.bezierCurveTo(...p(-0.14, 0.6), ...p(-0.15, 0.5), ...p(-0.135, 0.42))
    ctx.lineTo(...p(-0.105, 0.42))
    ctx.lineTo(...p(-0.11, 0.34))
    ctx.lineTo(...p(-0.075, 0.02))
    ctx.lineTo(...p(-0.03, 0))
    ctx.lineTo(...p(-0.008, 0.33))
    ctx.lineTo(...p(0.03, 0.04))
    ctx.lineTo(...p(0.075, 0.03))
    ctx.lineTo(...p(0.105, 0.36))
    ctx.lineTo(...p(0.135, 0.43))
    ctx.bezierCurveTo(...p(0.155, 0.54), ...p(0.13, 0.66), ...p(0.12, 0.76))
    ctx.bezierCurveTo(...p(0.11, 0.83), ...p(0.06, 0.84), ...p(0.025, 0.87))
    ctx.fill()
  }
  ctx.fillStyle = css(mix(tone('#ff9d55'), farGlow, fade), 0.7)
  shape(x < 0 ? -u * 0.012 : u * 0.012)
  ctx.fillStyle = css(mix(tone('#120c14'), farGlow, fade * 0.7))
  shape(0)
  ctx.save()
  ctx.translate(foot.x, foot.y)
  ctx.scale(1, 3.4)
  const pool = ctx.createRadialGradient(0, 0, 0, 0, 0, u * 0.19)
  pool.addColorStop(0, 'rgba(10,6,12,0.6)')
  pool.addColorStop(1, 'rgba(10,6,12,0)')
  ctx.fillStyle = pool
  ctx.fillRect(-u * 0.2, 0, u * 0.4, u * 0.2)
  ctx.restore()
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
