import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { fractal } from './noise.ts'
import { random } from './random.ts'

type Point = readonly [x: number, y: number]

function fillShape(ctx: SKRSContext2D, points: readonly Point[], fill: SKRSContext2D['fillStyle']) {
  ctx.beginPath()
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
}

const between = (a: Point, b: Point, t: number): Point => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t]

/** A paper window lit from inside: warm, brighter at its heart, barred by a lattice. */
function litWindow(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  w: number,
  h: number,
  bars: number,
  strength: number,
) {
  const light = ctx.createRadialGradient(
    x + w / 2,
    y + h * 0.55,
    0,
    x + w / 2,
    y + h * 0.55,
    Math.max(w, h) * 0.8,
  )
  light.addColorStop(0, mix('#7a4a2c', '#ffe3a0', strength))
  light.addColorStop(0.6, mix('#5d3422', '#ffb95a', strength))
  light.addColorStop(1, mix('#3c2420', '#d97c35', strength))
  ctx.fillStyle = light
  ctx.fillRect(x, y, w, h)
  ctx.fillStyle = 'rgba(46,24,20,0.75)'
  for (let i = 0; i <= bars; i++) ctx.fillRect(x + (w * i) / bars - 0.8, y, 1.6, h)
  ctx.fillRect(x, y + h * 0.5 - 0.8, w, 1.6)
  ctx.strokeStyle = '#1c1520'
  ctx.lineWidth = 2.4
  ctx.strokeRect(x, y, w, h)
}

/** Thatch and its snow on the long slope, seen from the gable's side. */
function roofSlope(
  ctx: SKRSContext2D,
  [ridgeA, ridgeB, eaveB, eaveA]: readonly [Point, Point, Point, Point],
  u: number,
  seed: number,
) {
  const next = random(seed)
  const patch = fractal(seed, 4)
  const fill = ctx.createLinearGradient(ridgeA[0], ridgeA[1], eaveA[0], eaveA[1])
  fill.addColorStop(0, '#d3def4')
  fill.addColorStop(0.55, '#aab9de')
  fill.addColorStop(1, '#8194c4')
  fillShape(ctx, [ridgeA, ridgeB, eaveB, eaveA], fill)
  ctx.save()
  ctx.beginPath()
  for (const [x, y] of [ridgeA, ridgeB, eaveB, eaveA]) ctx.lineTo(x, y)
  ctx.clip()
  for (let i = 0; i < 1500; i++) {
    const [s, t] = [next(), next()]
    const [x, y] = between(between(ridgeA, ridgeB, s), between(eaveA, eaveB, s), t)
    const n = patch(s * 3, t * 2.4)
    ctx.fillStyle = n > 0 ? alpha('#f4f7ff', 0.05 * n + 0.01) : alpha('#4d629b', -0.05 * n + 0.01)
    ctx.beginPath()
    ctx.ellipse(x, y, u * next.between(3, 8), u * next.between(1.5, 4), 1.1, 0, 7)
    ctx.fill()
  }
  ctx.restore()
  // Bare thatch shows where the snow's edge broke off at the eave.
  const lip: Point[] = []
  for (let i = 0; i <= 24; i++) {
    const [x, y] = between(eaveA, eaveB, i / 24)
    lip.push([x, y + u * (1.6 + 1.3 * patch(i * 0.5, 7))])
  }
  fillShape(ctx, [eaveA, eaveB, [eaveB[0], eaveB[1] + u * 3.4], [eaveA[0], eaveA[1] + u * 4.2]], '#3b2e33')
  fillShape(ctx, [eaveA, ...lip, eaveB], '#c3d0ea')
}

/** A gassho-zukuri farmhouse under snow, gable toward the viewer; its foot lies at 0.86 of the height. */
export function paintGassho(w: number, seed: number): Canvas {
  const canvas = createCanvas(Math.round(w * 1.7), Math.round(w * 1.25))
  const ctx = canvas.getContext('2d')
  const next = random(seed)
  const u = w / 100
  const foot = canvas.height * 0.86
  const left = canvas.width * 0.16
  const at = (x: number, y: number): Point => [left + x * u, foot - y * u]
  const [apex, back] = [at(29, 88), at(94, 84)]
  const [eaveL, eaveR, eaveBack] = [at(-5, 20), at(63, 19), at(112, 22)]
  // Long wall in shade below the far eave.
  const wall = ctx.createLinearGradient(at(58, 0)[0], 0, at(108, 0)[0], 0)
  wall.addColorStop(0, '#2b2029')
  wall.addColorStop(1, '#1d1a2b')
  fillShape(ctx, [at(56, 22), at(106, 23), at(106, 1), at(56, -1)], wall)
  for (let i = 0; i < 4; i++)
    litWindow(ctx, ...at(62 + i * 10.6, 14.5), u * 8, u * 10, 4, i === 2 ? 0.35 : next.between(0.7, 1))
  roofSlope(ctx, [apex, back, eaveBack, eaveR], u, seed)
  // The gable: boards, storeys, windows of light.
  fillShape(ctx, [at(29, 82), at(1, 22), at(2, -1), at(57, -1), at(58, 22)], '#33242a')
  for (let i = 0; i < 60; i++) {
    const x = next.between(3, 56)
    const top = 82 - Math.abs(x - 29) * 2.15
    ctx.fillStyle = alpha(next() < 0.5 ? '#120c16' : '#6b4a44', 0.35)
    ctx.fillRect(...at(x, Math.max(20, top)), u * 0.35, u * (Math.max(20, top) + 1))
  }
  for (const [y, half] of [
    [21, 27],
    [39, 19],
    [57, 11],
  ] as const) {
    ctx.fillStyle = '#17111b'
    ctx.fillRect(...at(29 - half, y), half * 2 * u, u * 1.5)
    ctx.fillStyle = alpha('#cfdcf2', 0.75)
    ctx.fillRect(...at(29 - half, y + 0.7), half * 2 * u, u * 0.7)
  }
  for (const [x, y, ww, h, lit] of [
    [5.5, 14.5, 11, 9.5, 0.85],
    [20.5, 15.5, 17, 12.5, 1],
    [42, 14.5, 11, 9.5, 0.62],
    [15, 33.5, 7.5, 7, 0.75],
    [25, 33.5, 8, 7, 0.95],
    [35.5, 33.5, 7.5, 7, 0.4],
    [25.5, 50.5, 7, 6, 0.7],
  ] as const)
    litWindow(ctx, ...at(x, y), ww * u, h * u, 5, lit)
  // The thick edge of the thatch around the gable, with snow lying on it.
  fillShape(ctx, [apex, eaveL, at(-2, 15.5), at(29, 78), at(60, 15), eaveR], '#4a3a3c')
  for (let i = 0; i < 260; i++) {
    const t = next()
    const side = next() < 0.5 ? at(-3.5, 17) : at(61.5, 17)
    const [x, y] = between(at(29, 80), side, t)
    ctx.strokeStyle = alpha(next() < 0.5 ? '#241a20' : '#8a6c5e', 0.4)
    ctx.lineWidth = u * 0.3
    ctx.beginPath()
    ctx.moveTo(x, y)
    ctx.lineTo(x + next.bell() * u, y + u * next.between(1.5, 4))
    ctx.stroke()
  }
  const edge = ctx.createLinearGradient(eaveL[0], 0, eaveR[0], 0)
  edge.addColorStop(0, '#aebddd')
  edge.addColorStop(0.45, '#eff4ff')
  edge.addColorStop(1, '#9fb0d5')
  fillShape(ctx, [at(29, 92), at(-7.5, 20.5), eaveL, at(29, 86.5), eaveR, at(65.5, 20.5)], edge)
  fillShape(ctx, [at(28, 92.4), at(31, 92.4), at(95.5, 87.5), at(94.5, 83.5), at(30, 87.5)], '#eef3ff')
  // Drifts against the wall, warm where the windows shine on them.
  const drift = fractal(seed + 4, 3)
  const pile: Point[] = []
  for (let x = -14; x <= 122; x += 1.5) {
    const ends = Math.sin((Math.PI * (x + 14)) / 136) ** 0.5
    pile.push(at(x, -8 + (11.4 + 2.6 * drift(x / 17, 1)) * ends))
  }
  const snow = ctx.createLinearGradient(0, foot - 6 * u, 0, foot + 6.5 * u)
  snow.addColorStop(0, '#dccbc2')
  snow.addColorStop(0.42, '#b7c0dd')
  snow.addColorStop(1, 'rgba(150,166,210,0)')
  fillShape(ctx, pile, snow)
  return canvas
}
