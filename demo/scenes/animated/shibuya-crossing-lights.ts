import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { type Block, drawBlock, drawSign, type Sign } from '../kit/city-block.ts'
import { alpha } from '../kit/colour.ts'
import { drawFigure, type Flow, gatherCrowd, stroll } from '../kit/crowd.ts'
import { fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { glow } from '../kit/glow.ts'
import { once } from '../kit/once.ts'
import { type Random, random } from '../kit/random.ts'
import { type ShadedLayer, shadedLayer } from '../kit/shaded-layer.ts'
import { fillShape, flat, shoot, upright } from '../kit/street-camera.ts'
import { noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const W = 1080
const H = 1920
/** The scramble's box on the plan, in metres. */
const BOX = { left: -15, right: 15, near: 48, far: 77 }

const BLOCKS: Block[] = [
  { x0: -150, x1: -92, z: 520, deep: 60, high: 96, wall: '#1a1c2e', lit: 0.5, shops: false },
  { x0: 70, x1: 118, z: 560, deep: 60, high: 112, wall: '#191d30', lit: 0.5, shops: false },
  { x0: -72, x1: -34, z: 430, deep: 60, high: 104, wall: '#1b1e32', lit: 0.6, shops: false },
  { x0: 18, x1: 58, z: 460, deep: 60, high: 92, wall: '#1c1e30', lit: 0.55, shops: false },
  { x0: 110, x1: 190, z: 400, deep: 60, high: 84, wall: '#181a2c', lit: 0.5, shops: false },
  { x0: -170, x1: -90, z: 350, deep: 50, high: 74, wall: '#1a1a2a', lit: 0.5, shops: false },
  { x0: -60, x1: -15, z: 300, deep: 60, high: 58, wall: '#1e1c2c', lit: 0.5 },
  { x0: 15, x1: 70, z: 310, deep: 60, high: 66, wall: '#1c1c2e', lit: 0.55 },
  { x0: 72, x1: 120, z: 270, deep: 50, high: 88, wall: '#1b1f34', lit: 0.65 },
  { x0: -120, x1: -66, z: 250, deep: 60, high: 82, wall: '#1c2034', lit: 0.6 },
  { x0: -62, x1: -14, z: 215, deep: 50, high: 46, wall: '#221c2c', lit: 0.45 },
  { x0: 14, x1: 60, z: 220, deep: 50, high: 52, wall: '#1e1e30', lit: 0.5 },
  { x0: -66, x1: -14, z: 162, deep: 40, high: 40, wall: '#231e2e', lit: 0.5 },
  { x0: 14, x1: 66, z: 165, deep: 40, high: 47, wall: '#1f2032', lit: 0.45 },
  { x0: -62, x1: -14, z: 122, deep: 32, high: 34, wall: '#262030', lit: 0.4 },
  { x0: 14, x1: 58, z: 122, deep: 32, high: 30, wall: '#222034', lit: 0.5 },
]
const CORNERS: Block[] = [
  { x0: -50, x1: -16, z: 84, deep: 18, high: 36, wall: '#262538', lit: 0.62 },
  { x0: 16, x1: 52, z: 84, deep: 18, high: 43, wall: '#26283c', lit: 0.6 },
]
const NEON = ['#ff3d6e', '#37c8ff', '#ffb02e', '#7dff9a', '#c45cff', '#ff6a2e', '#f5f0ff', '#3f7bff']

/** Low roofs nearest to us, one on either side, whose lit shops face the street. */
const NEAR: Block[] = [
  { x0: -60, x1: -19.5, z: 4, deep: 33, high: 8.5, wall: '#14141f', lit: 0.5 },
  { x0: 19.5, x1: 60, z: 4, deep: 33, high: 10, wall: '#14141f', lit: 0.5 },
]
type Board = { x0: number; x1: number; z: number; low: number; high: number; from: string; to: string }
/** Lit boards on roofs and walls, plain sweeps of colour. */
const BOARDS: Board[] = [
  { x0: -34, x1: -17, z: 122, low: 35, high: 42, from: '#ff4f7a', to: '#ffb36a' },
  { x0: 18, x1: 34, z: 122, low: 31, high: 39, from: '#3f8cff', to: '#8ff0ff' },
  { x0: -40, x1: -20, z: 162, low: 41, high: 48, from: '#37d0a0', to: '#d8ff8a' },
  { x0: 24, x1: 44, z: 165, low: 48, high: 55, from: '#ff9a3d', to: '#fff0a8' },
  { x0: -36, x1: -18, z: 215, low: 47, high: 54, from: '#7a5cff', to: '#ff7ad0' },
  { x0: 20, x1: 40, z: 220, low: 53, high: 60, from: '#ff5a4a', to: '#ffd0a0' },
  { x0: -50, x1: -17, z: 83.9, low: 33, high: 35.4, from: '#2f6bff', to: '#8fd0ff' },
  { x0: 17, x1: 50, z: 83.9, low: 40, high: 42.4, from: '#ff3d6e', to: '#ffb0c8' },
  { x0: -36, x1: -18, z: 83.9, low: 6.4, high: 9.4, from: '#ffd27a', to: '#ff8a4a' },
  { x0: 18, x1: 42, z: 83.9, low: 6, high: 8.8, from: '#c45cff', to: '#5ac8ff' },
]

function drawBoard(c: SKRSContext2D, b: Board): void {
  const l = shoot([b.x0, b.low, b.z])
  const r = shoot([b.x1, b.high, b.z])
  const sweep = c.createLinearGradient(l.x, l.y, r.x, r.y)
  sweep.addColorStop(0, b.from)
  sweep.addColorStop(0.7, b.to)
  sweep.addColorStop(1, b.from)
  c.fillStyle = sweep
  c.globalAlpha = 0.88
  fillShape(c, upright(b.x0, b.z, b.x1, b.z, b.low, b.high))
  c.globalAlpha = 1
  glow(c, {
    x: (l.x + r.x) / 2,
    y: (l.y + r.y) / 2,
    radius: (r.x - l.x) * 0.95,
    hex: b.from,
    strength: 0.42,
    squash: 0.7,
  })
}

type Screen = { x: number; wide: number; low: number; high: number; z: number; hue: number; kind: number }
const SCREENS: Screen[] = [
  { x: -37, wide: 19.5, low: 11, high: 31, z: 83.8, hue: 0.26, kind: 0 },
  { x: 18.5, wide: 10.5, low: 10, high: 39, z: 83.8, hue: 0.04, kind: 1 },
  { x: 31, wide: 9, low: 22, high: 38, z: 83.8, hue: 0.8, kind: 2 },
]

function signs(next: Random): Sign[] {
  const list: Sign[] = []
  for (const z of [300, 262, 240, 222, 206, 186, 172, 160, 148, 136, 124]) {
    for (const side of [-1, 1]) {
      if (next() < 0.15) continue
      const wide = next.between(1.8, 3)
      const low = next.between(6, 12)
      list.push({
        x: side < 0 ? -13.8 : 13.8 - wide,
        wide,
        z,
        low,
        high: low + next.between(8, 22),
        hex: next.pick(NEON),
        seed: next(),
      })
    }
  }
  for (const [x, low, high] of [
    [-15.8, 8, 30],
    [13.4, 9, 34],
    [42, 6, 20],
    [-42, 5, 9],
  ] as const)
    list.push({ x, wide: 2.4, z: 83.6, low, high, hex: next.pick(NEON), seed: next() })
  return list
}

function paintSky(c: SKRSContext2D): void {
  const sky = c.createLinearGradient(0, 0, 0, 560)
  sky.addColorStop(0, '#0d1026')
  sky.addColorStop(0.45, '#2b2148')
  sky.addColorStop(1, '#6a4468')
  c.fillStyle = sky
  c.fillRect(0, 0, W, H)
}

/** Wet asphalt: dark, mottled, with every bright front above it drawn out towards us. */
function paintStreet(c: SKRSContext2D): void {
  const grit = noiseTile(3, { size: 512, cells: 8, octaves: 5, gain: 0.6 })
  const pools: [number, number, [number, number, number], number][] = [
    [150, 230, [90, 130, 255], 520],
    [720, 130, [255, 70, 120], 620],
    [930, 130, [255, 160, 80], 480],
    [540, 60, [255, 200, 150], 700],
    [430, 34, [255, 70, 60], 420],
    [350, 40, [255, 120, 60], 260],
    [645, 40, [220, 235, 255], 340],
  ]
  const layer = shadedLayer(W / 2, H / 2).paint((px, py, out) => {
    const x = px * 2
    const y = py * 2
    const down = smoothstep(560, H, y)
    const spread = 0.25 + 0.75 * down
    const n = tileAt(grit, (x - 540) / (620 * spread) + 0.5, y / 900)
    const fine = tileAt(grit, (x - 540) / (150 * spread) + 0.5, y / 420)
    const speck = tileAt(grit, x / 90, y / 60)
    let r = lerp(30, 13, down) + 7 * (n - 0.5) + 7 * (speck - 0.5)
    let g = lerp(27, 14, down) + 7 * (n - 0.5) + 7 * (speck - 0.5)
    let b = lerp(46, 25, down) + 9 * (n - 0.5) + 8 * (speck - 0.5)
    const wet = 0.25 + 0.75 * smoothstep(0.3, 0.75, 0.4 * n + 0.6 * fine)
    for (const [sx, wide, rgb, long] of pools) {
      const [pr, pg, pb] = rgb
      const fall =
        Math.exp(-(((x - sx) / wide) ** 2)) *
        Math.exp(-Math.max(0, y - 1010) / long) *
        smoothstep(520, 900, y) *
        0.46 *
        wet
      r += pr * fall
      g += pg * fall
      b += pb * fall
    }
    out[0] = r
    out[1] = g
    out[2] = b
  })
  c.save()
  c.beginPath()
  const left = shoot([-400, 0, 900])
  c.rect(0, left.y, W, H)
  c.clip()
  c.drawImage(layer, 0, 0, W, H)
  c.restore()
}

function paintMarkings(c: SKRSContext2D, next: Random): void {
  const stripe = (x0: number, x1: number, z0: number, z1: number) => {
    c.fillStyle = `rgba(226,224,236,${next.between(0.5, 0.7)})`
    fillShape(c, flat(x0, x1, z0, z1))
  }
  for (let x = -13; x < 13; x += 1.9) {
    stripe(x, x + 0.95, BOX.near - 1, BOX.near + 4.5)
    stripe(x, x + 0.95, BOX.far - 4.5, BOX.far + 1)
  }
  for (let z = BOX.near + 6; z < BOX.far - 6; z += 1.9) {
    stripe(BOX.left - 1.5, BOX.left + 3.5, z, z + 0.95)
    stripe(BOX.right - 3.5, BOX.right + 1.5, z, z + 0.95)
  }
  for (let i = -9; i <= 9; i++) {
    const x = i * 1.05
    const z = (BOX.near + BOX.far) / 2 + i * 0.86
    c.fillStyle = `rgba(226,224,236,${next.between(0.42, 0.6)})`
    fillShape(c, [
      [x - 2.7, 0, z + 2.6],
      [x - 2.1, 0, z + 3.1],
      [x + 2.9, 0, z - 2.4],
      [x + 2.3, 0, z - 2.9],
    ])
  }
  c.fillStyle = 'rgba(226,224,236,0.5)'
  fillShape(c, flat(-12, -0.3, BOX.near - 4.6, BOX.near - 4))
  fillShape(c, flat(0.3, 12, BOX.far + 3, BOX.far + 3.7))
  for (const x of [-48, -41, -34, -27, 21, 28, 35, 42]) fillShape(c, flat(x, x + 4, 62.9, 63.15))
  fillShape(c, flat(-19.2, -18.6, 52, 62))
  fillShape(c, flat(18.6, 19.2, 64, 77))
  for (let z = 84; z < 320; z += 9) fillShape(c, flat(-0.12, 0.12, z, z + 5))
}

/** Pavements on the four corners, a shade lighter than the road, with kerbs that catch the light. */
function paintPavements(c: SKRSContext2D): void {
  for (const side of [-1, 1]) {
    for (const [z0, z1] of [
      [79, 122],
      [122, 420],
      [10, 46],
    ] as const) {
      c.fillStyle = 'rgba(66,60,84,0.62)'
      fillShape(c, flat(side * 13.5, side * 120, z0, z1))
      c.fillStyle = 'rgba(190,184,210,0.35)'
      fillShape(c, flat(side * 13.2, side * 13.6, z0, z1))
    }
    c.fillStyle = 'rgba(190,184,210,0.3)'
    fillShape(c, flat(side * 13.5, side * 120, 78.7, 79.1))
    fillShape(c, flat(side * 13.5, side * 120, 45.9, 46.3))
  }
}

function paintCity(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  paintSky(c)
  paintStreet(c)
  paintPavements(c)
  paintMarkings(c, next)
  for (const block of BLOCKS) {
    drawBlock(c, block, next)
    for (const board of BOARDS) if (board.z === block.z && board.x0 < 0 === block.x0 < 0) drawBoard(c, board)
  }
  glow(c, { x: 540, y: 500, radius: 520, hex: '#ff8a6a', strength: 0.34 })
  for (const sign of signs(next).slice(0, -4)) drawSign(c, sign, next)
  return canvas
}

/** The viaduct across the street and the two corner buildings: all that hides the passing train. */
function paintCorners(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  for (const block of CORNERS) drawBlock(c, block, next)
  for (const board of BOARDS) if (board.z < 100) drawBoard(c, board)
  for (const sign of signs(next).slice(-4)) drawSign(c, sign, next)
  for (const s of SCREENS) {
    c.fillStyle = '#07070c'
    fillShape(c, upright(s.x - 0.5, s.z, s.x + s.wide + 0.5, s.z, s.low - 0.5, s.high + 0.5))
  }
  return canvas
}

const TRACK = { z: 112, low: 6.4, high: 8.2 }

function drawViaduct(c: SKRSContext2D, phase: number): void {
  c.fillStyle = '#17161f'
  fillShape(c, upright(-90, TRACK.z, 90, TRACK.z, TRACK.low, TRACK.high))
  c.fillStyle = 'rgba(160,150,190,0.35)'
  fillShape(c, upright(-90, TRACK.z, 90, TRACK.z, TRACK.high - 0.2, TRACK.high))
  const head = lerp(-170, 150, phase)
  for (let car = 0; car < 4; car++) {
    const x = head - car * 20.4
    c.fillStyle = '#8d94a4'
    fillShape(c, upright(x - 20, TRACK.z + 1, x, TRACK.z + 1, TRACK.high, TRACK.high + 3.7))
    c.fillStyle = '#4fae7a'
    fillShape(c, upright(x - 20, TRACK.z + 1, x, TRACK.z + 1, TRACK.high + 0.9, TRACK.high + 1.25))
    c.fillStyle = '#fff0cf'
    for (let i = 0; i < 8; i++)
      fillShape(
        c,
        upright(
          x - 19.4 + i * 2.45,
          TRACK.z + 1,
          x - 17.7 + i * 2.45,
          TRACK.z + 1,
          TRACK.high + 1.6,
          TRACK.high + 3,
        ),
      )
    const middle = shoot([x - 10, TRACK.high + 2, TRACK.z])
    glow(c, { x: middle.x, y: middle.y, radius: 150, hex: '#ffe2b0', strength: 0.3, squash: 0.5 })
  }
}

/** A video wall showing colour and light only: tides, falling discs, slow rays. */
function screenPainter(): (phase: number, s: Screen) => Canvas {
  const layers = new Map<Screen, ShadedLayer>()
  const noise = noiseTile(14, { size: 128, cells: 4, octaves: 3 })
  return (phase, s) => {
    const layer = layers.get(s) ?? shadedLayer(96, Math.round((96 * (s.high - s.low)) / s.wide))
    layers.set(s, layer)
    return layer.paint((px, py, out) => {
      const u = px / layer.width
      const v = py / layer.height
      const n = tileAt(noise, u * 0.5 + phase, v * 0.5)
      let k = 0.5 + 0.5 * Math.sin(TAU * (u * 0.7 + v * 0.5 - phase * 2 + n * 0.9))
      if (s.kind === 1)
        k =
          0.5 +
          0.5 * Math.sin(TAU * (v * 1.6 - phase * 3 + 0.35 * Math.sin(TAU * (u * 0.8 + phase)) + n * 0.4))
      if (s.kind === 2) k = 0.5 + 0.5 * Math.sin(Math.atan2(v - 0.5, u - 0.5) * 5 + TAU * phase * 2 + n * 2)
      const bright = 0.45 + 0.55 * k ** 1.5
      const hue = s.hue + 0.2 * k + 0.06 * wave(phase, 1, u * 0.3)
      for (let i = 0; i < 3; i++) {
        const c = 0.5 + 0.5 * Math.cos(TAU * (hue + i / 3))
        out[i] = 255 * Math.min(1, bright * (0.14 + 0.86 * c) + 0.5 * k ** 7)
      }
    })
  }
}

function drawScreen(c: SKRSContext2D, s: Screen, content: Canvas): void {
  const rows = content.height
  for (let i = 0; i < rows; i++) {
    const a = shoot([s.x, lerp(s.high, s.low, i / rows), s.z])
    const b = shoot([s.x + s.wide, lerp(s.high, s.low, (i + 1) / rows), s.z])
    c.drawImage(content, 0, i, content.width, 1, a.x, a.y, b.x - a.x, b.y - a.y + 1)
  }
}

/** Roofs nearest to us with their plant and railings, and the street lamps along the kerbs. */
function paintNear(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  for (const block of NEAR) {
    drawBlock(c, block, next)
    const side = Math.sign(block.x0 + block.x1)
    for (let i = 0; i < 8; i++) {
      const x = side * next.between(22, 36)
      const z = next.between(14, 34)
      c.fillStyle = '#20212e'
      fillShape(c, upright(x, z, x + 2.2, z, block.high, block.high + 1.5))
      c.fillStyle = '#343648'
      fillShape(c, [
        [x, block.high + 1.5, z],
        [x + 2.2, block.high + 1.5, z],
        [x + 2.2, block.high + 1.5, z + 2],
        [x, block.high + 1.5, z + 2],
      ])
    }
    c.fillStyle = 'rgba(150,150,190,0.4)'
    const inner = side < 0 ? block.x1 : block.x0
    fillShape(c, upright(inner, 4, inner, 37, block.high, block.high + 0.25))
  }
  for (const [x, z] of [
    [-14.2, 45],
    [14.2, 45],
    [-14.2, 34],
    [14.2, 34],
  ] as const)
    drawStreetLamp(c, x, z)
  return canvas
}

function drawStreetLamp(c: SKRSContext2D, x: number, z: number): void {
  const reach = x < 0 ? 2.4 : -2.4
  const top = shoot([x + reach, 8.2, z])
  c.fillStyle = '#2a2b38'
  fillShape(c, upright(x - 0.1, z, x + 0.1, z, 0, 8.2))
  fillShape(c, upright(x, z, x + reach, z, 8.1, 8.3))
  glow(c, { x: top.x, y: top.y, radius: top.scale * 7, hex: '#ffe6c0', strength: 0.8 })
  const pool = shoot([x + reach, 0, z])
  glow(c, { x: pool.x, y: pool.y, radius: pool.scale * 9, hex: '#ffd9a8', strength: 0.3, squash: 0.8 })
}

/** A car waiting on the cross street, seen from its side, headlights towards the crossing. */
function drawSideCar(c: SKRSContext2D, x: number, z: number, paint: string): void {
  const nose = x < 0 ? x + 2.2 : x - 2.2
  c.fillStyle = 'rgba(3,3,8,0.7)'
  fillShape(c, flat(x - 2.5, x + 2.5, z - 1.1, z + 1))
  c.fillStyle = paint
  fillShape(c, upright(x - 2.2, z - 0.9, x + 2.2, z - 0.9, 0.35, 1))
  fillShape(c, [
    [x - 2.2, 1, z - 0.9],
    [x + 2.2, 1, z - 0.9],
    [x + 2.2, 1, z + 0.9],
    [x - 2.2, 1, z + 0.9],
  ])
  c.fillStyle = '#0c0f18'
  fillShape(c, upright(x - 1.3, z - 0.8, x + 1.2, z - 0.8, 1, 1.55))
  c.fillStyle = paint
  fillShape(c, [
    [x - 1.1, 1.55, z - 0.7],
    [x + 1, 1.55, z - 0.7],
    [x + 1, 1.55, z + 0.7],
    [x - 1.1, 1.55, z + 0.7],
  ])
  for (const side of [-0.7, 0.6]) {
    const lamp = shoot([nose, 0.7, z + side])
    glow(c, { x: lamp.x, y: lamp.y, radius: lamp.scale * 2.4, hex: '#fff2dc', strength: 0.95 })
    const beam = shoot([nose + (x < 0 ? 4 : -4), 0, z + side])
    glow(c, { x: beam.x, y: beam.y, radius: beam.scale * 5, hex: '#ffeccc', strength: 0.3, squash: 0.4 })
  }
}

type Ray = { lane: number; start: number; away: boolean; long: number; rate: number }

/** Cars beyond the crossing as drawn-out lights: red going away on the left, white coming on the right. */
function drawRay(c: SKRSContext2D, ray: Ray, phase: number): void {
  const life = fract(phase * ray.rate + ray.start)
  const z = ray.away ? lerp(84, 430, life ** 1.2) : lerp(430, 84, life ** 0.8)
  const tail = z + (ray.away ? -ray.long : ray.long) * (0.4 + z / 200)
  const shown = smoothstep(0, 0.1, life) * smoothstep(1, 0.9, life)
  const hex = ray.away ? '#ff3a34' : '#fff0d8'
  for (const gauge of [-0.7, 0.7]) {
    const a = shoot([ray.lane + gauge, 0.7, z])
    const b = shoot([ray.lane + gauge, 0.7, Math.max(80, tail)])
    const streak = c.createLinearGradient(a.x, a.y, b.x, b.y)
    streak.addColorStop(0, alpha(hex, 0.95 * shown))
    streak.addColorStop(1, alpha(hex, 0))
    c.strokeStyle = streak
    c.lineWidth = Math.max(1, a.scale * 0.34)
    c.lineCap = 'round'
    c.beginPath()
    c.moveTo(a.x, a.y)
    c.lineTo(b.x, b.y)
    c.stroke()
    glow(c, { x: a.x, y: a.y, radius: a.scale * 3.2, hex, strength: 0.8 * shown })
  }
}

/** A taxi waiting at the near line, seen from behind and above, its brake lights on the wet road. */
function drawCar(c: SKRSContext2D, x: number, z: number, paint: string, phase: number): void {
  const at = shoot([x, 0, z])
  const u = at.scale
  c.fillStyle = 'rgba(3,3,8,0.7)'
  fillShape(c, flat(x - 1.1, x + 1.1, z - 2.6, z + 2.4))
  c.fillStyle = paint
  fillShape(c, [
    [x - 0.9, 0.4, z - 2.3],
    [x + 0.9, 0.4, z - 2.3],
    [x + 0.9, 0.95, z - 2.3],
    [x - 0.9, 0.95, z - 2.3],
  ])
  fillShape(c, [
    [x - 0.9, 0.95, z - 2.3],
    [x + 0.9, 0.95, z - 2.3],
    [x + 0.88, 0.95, z + 2.2],
    [x - 0.88, 0.95, z + 2.2],
  ])
  c.fillStyle = '#0c0f18'
  fillShape(c, [
    [x - 0.82, 0.95, z - 1.5],
    [x + 0.82, 0.95, z - 1.5],
    [x + 0.66, 1.5, z - 0.9],
    [x - 0.66, 1.5, z - 0.9],
  ])
  c.fillStyle = paint
  fillShape(c, [
    [x - 0.68, 1.5, z - 0.9],
    [x + 0.68, 1.5, z - 0.9],
    [x + 0.66, 1.5, z + 0.7],
    [x - 0.66, 1.5, z + 0.7],
  ])
  c.fillStyle = 'rgba(255,255,255,0.2)'
  fillShape(c, [
    [x - 0.68, 1.5, z + 0.2],
    [x + 0.68, 1.5, z + 0.2],
    [x + 0.66, 1.5, z + 0.7],
    [x - 0.66, 1.5, z + 0.7],
  ])
  for (const side of [-0.74, 0.74]) {
    const lamp = shoot([x + side, 0.75, z - 2.35])
    glow(c, {
      x: lamp.x,
      y: lamp.y,
      radius: u * 2.6,
      hex: '#ff2e2a',
      strength: 0.85 + 0.06 * wave(phase, 2, x),
    })
    glow(c, { x: lamp.x, y: lamp.y + u * 2.6, radius: u * 1.1, hex: '#ff2e2a', strength: 0.5, squash: 2.6 })
  }
}

const SIDE_CARS = [
  [24, 72.5, '#8a8f9c'],
  [30.5, 72.5, '#23262f'],
  [24.5, 66.5, '#e6e0d0'],
  [-25, 56.5, '#2b3350'],
  [-32, 56.5, '#c8c4bc'],
  [-25, 61.5, '#1d2a24'],
  [31.5, 66.5, '#7a2f34'],
] as const
const FLOWS: Flow[] = [
  { from: [-17, BOX.near + 1.5], to: [17, BOX.near + 1.5], wide: 5.5, share: 1 },
  { from: [-17, BOX.far - 1.5], to: [17, BOX.far - 1.5], wide: 5.5, share: 1.1 },
  { from: [BOX.left + 1, BOX.near - 2], to: [BOX.left + 1, BOX.far + 2], wide: 5, share: 0.9 },
  { from: [BOX.right - 1, BOX.near - 2], to: [BOX.right - 1, BOX.far + 2], wide: 5, share: 0.9 },
  { from: [-16, BOX.near], to: [16, BOX.far], wide: 7, share: 1.3 },
  { from: [16, BOX.near], to: [-16, BOX.far], wide: 8, share: 1 },
  { from: [-46, 81], to: [-15, 81], wide: 4, share: 0.7 },
  { from: [15, 81], to: [46, 81], wide: 4, share: 0.7 },
  { from: [-46, 42.6], to: [-15, 42.6], wide: 6, share: 1 },
  { from: [15, 42.6], to: [46, 42.6], wide: 6, share: 1 },
  { from: [-16.5, 12], to: [-16.5, 46], wide: 4, share: 0.7 },
  { from: [16.5, 12], to: [16.5, 46], wide: 4, share: 0.7 },
]

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const next = random(2026)
  const city = paintCity(next)
  const corners = paintCorners(next)
  const near = paintNear(next)
  const paintScreen = screenPainter()
  const crowd = gatherCrowd(next, FLOWS, 390)
  const rays = Array.from({ length: 26 }, (_, i): Ray => {
    const away = i % 2 === 0
    return {
      lane: (away ? -1 : 1) * (i % 4 < 2 ? 3.4 : 7.6),
      start: next(),
      away,
      long: next.between(10, 24),
      rate: 1 + (i % 3 === 0 ? 1 : 0),
    }
  })
  return (c, phase) => {
    c.drawImage(city, 0, 0)
    for (const ray of rays) drawRay(c, ray, phase)
    drawViaduct(c, phase)
    c.drawImage(corners, 0, 0)
    for (const s of SCREENS) {
      drawScreen(c, s, paintScreen(phase, s))
      const middle = shoot([s.x + s.wide / 2, (s.low + s.high) / 2, s.z])
      const hex = s.kind === 0 ? '#5a8cff' : s.kind === 1 ? '#ff5a90' : '#ffb45a'
      const beat = 0.5 + 0.12 * wave(phase, 2, s.hue)
      glow(c, { x: middle.x, y: middle.y, radius: s.wide * 20, hex, strength: beat * 0.7 })
      glow(c, { x: middle.x, y: 1150, radius: s.wide * 13, hex, strength: beat * 0.5, squash: 1.3 })
    }
    for (const [x, z, paint] of SIDE_CARS) drawSideCar(c, x, z, paint)
    for (const f of stroll(crowd, phase))
      drawFigure(c, f, f.x < -4 ? '#8fb0ff' : f.x > 6 ? '#ff9db8' : '#e8c8c0')
    for (const [x, z, paint] of [
      [-3.2, 38.5, '#1d2a24'],
      [-7.6, 38, '#e8e2d2'],
      [-3.2, 31, '#23262f'],
      [-7.6, 30.4, '#2a3a5a'],
    ] as const)
      drawCar(c, x, z, paint, phase)
    c.drawImage(near, 0, 0)
    finish(c, { vignette: 0.4, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'shibuya-crossing-lights',
  width: W,
  height: H,
  fps: 24,
  seconds: 10,
  draw: (c, phase) => painter()(c, phase),
}
