import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { paintBulletTrain, trainLength } from '../kit/bullet-train.ts'
import { drawLayer, drift, plane } from '../kit/camera.ts'
import { cloudLayer } from '../kit/cloud.ts'
import { mix, rgb } from '../kit/colour.ts'
import { lerp, smoothstep, sway, TAU, unlerp } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawFlow } from '../kit/flow.ts'
import { paintFuji } from '../kit/fuji.ts'
import { glow } from '../kit/glow.ts'
import { layer, shaded, skyGradient } from '../kit/layer.ts'
import { mistBand } from '../kit/mist.ts'
import { fractal } from '../kit/noise.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { crest, ridgePath } from '../kit/ridge.ts'
import { teaRows } from '../kit/tea-rows.ts'
import { paintViaduct } from '../kit/viaduct.ts'
import type { Scene } from '../scene.ts'

const width = 1920
const height = 1080
const margin = 60
const wide = width + margin * 2
const plain = 640
const rail = 742
const train = { unit: 23, cars: 8, smear: 22 }

/** Broadleaf woods: heaps of lit crowns along a ridge. */
function woods(
  seed: number,
  y: number,
  tall: number,
  span: number,
  lit: string,
  shade: string,
  crown: number,
): Canvas {
  return layer(wide, height, (ctx) => {
    const next = random(seed)
    const line = crest({ seed, y, height: tall, span, rough: 0.3 })
    ctx.fillStyle = shade
    ridgePath(ctx, line, [0, wide], plain + 120)
    ctx.fill()
    const depth = plain + 40 - y + tall
    const spots = Array.from({ length: Math.round((wide * depth) / (crown * crown * 1.1)) }, () => {
      const x = next() * wide
      return { x, y: line(x) + next() ** 1.3 * depth }
    }).sort((p, q) => p.y - q.y)
    for (const spot of spots) {
      const r = crown * next.between(0.6, 1.2)
      const tone = next.between(0, 0.75)
      ctx.fillStyle = mix(shade, lit, tone * 0.6)
      ctx.beginPath()
      ctx.ellipse(spot.x, spot.y, r, r * 0.82, 0, 0, TAU)
      ctx.fill()
      ctx.fillStyle = mix(shade, lit, 0.25 + tone)
      ctx.beginPath()
      ctx.ellipse(spot.x - r * 0.22, spot.y - r * 0.24, r * 0.64, r * 0.46, -0.3, 0, TAU)
      ctx.fill()
    }
  })
}

/** Paddies in early summer: squares of young green, some still mirrors of sky. */
function paddies(): Canvas {
  const tint = fractal(6, 3)
  const tones = ['#8fbf5a', '#a9cc62', '#79ad52', '#bfd672', '#a8c8d6'].map(rgb)
  return shaded(wide, height - plain, (x, y) => {
    const z = 60 / (y + 7)
    const X = (x - wide * 0.56) * z * 0.012
    const row = Math.floor(z * 1.25)
    const column = Math.floor(X * 0.8 + row * 0.37)
    const pick = Math.abs(Math.sin(row * 12.9 + column * 78.2) * 43758.5) % 1
    const tone = tones[Math.floor(pick * tones.length)] as [number, number, number]
    const [fx, fz] = [X * 0.8 + row * 0.37 - column, z * 1.25 - row]
    const dyke = Math.min(1, Math.min(fx, 1 - fx) / 0.035, Math.min(fz, 1 - fz) / 0.07)
    const grain = tint(X * 12, z * 20) * 9
    const far = Math.exp(-y / 70) * 0.55
    const c = (k: 0 | 1 | 2, dark: number, hazy: number) => lerp(lerp(dark, tone[k] + grain, dyke), hazy, far)
    return [c(0, 108, 190), c(1, 128, 214), c(2, 66, 206), smoothstep(0, 14, y)]
  })
}

/** A hamlet among trees: grey-blue tiled roofs, white walls. */
function hamlet(): Canvas {
  return layer(wide, height, (ctx) => {
    const next = random(52)
    for (let i = 0; i < 26; i++) {
      const group = next.pick([260, 640, 1500, 1800])
      const x = group + next.bell() * 90
      const y = plain + 26 + next() * 16
      const w = next.between(26, 46)
      ctx.fillStyle = mix('#f2efe6', '#c9d2d8', next())
      ctx.fillRect(x, y - 16, w, 16)
      ctx.fillStyle = 'rgba(80,90,110,0.5)'
      for (let k = 0; k < 3; k++) ctx.fillRect(x + w * (0.14 + k * 0.28), y - 11, w * 0.14, 5)
      ctx.fillStyle = mix('#5d7186', '#8796a2', next())
      ctx.beginPath()
      ctx.moveTo(x - 5, y - 15)
      ctx.lineTo(x + w * 0.2, y - 27)
      ctx.lineTo(x + w * 0.8, y - 27)
      ctx.lineTo(x + w + 5, y - 15)
      ctx.fill()
      ctx.fillStyle = mix('#4f8040', '#86ad57', next())
      ctx.beginPath()
      ctx.ellipse(x + next.bell() * 40, y - 6, next.between(10, 22), next.between(8, 14), 0, 0, TAU)
      ctx.fill()
    }
  })
}

const stage = once(() => ({
  sky: skyGradient(width, plain + 40, [
    [0, '#3f86c8'],
    [0.4, '#7fb6e0'],
    [0.78, '#c4e0ee'],
    [1, '#eaf3ee'],
  ]),
  cumulus: cloudLayer({
    seed: 31,
    width: 2400,
    height: 520,
    span: [430, 190],
    lit: '#ffffff',
    shade: '#a9c3dc',
    cover: 0.5,
    soft: 0.26,
    sun: [-0.7, -0.9],
    envelope: (v) => smoothstep(0.1, 0.55, v) * (1 - smoothstep(0.74, 1, v)),
  }),
  cirrus: cloudLayer({
    ...{
      seed: 12,
      width: 2300,
      height: 260,
      span: [700, 60] as [number, number],
      lit: '#ffffff',
      shade: '#d8e8f4',
    },
    ...{ cover: 0.48, soft: 0.7, opacity: 0.6 },
  }),
  fuji: paintFuji({
    width: wide,
    height: plain + margin,
    x: 760 + margin,
    top: 176,
    base: plain + 24,
    halfBase: 1180,
    snow: { lit: '#ffffff', shade: '#b4cbe8' },
    rock: { lit: '#8fa9cc', shade: '#5f80b4' },
    haze: { hex: '#cfe3ec', from: 0.3, most: 0.85 },
    snowline: 0.3,
    sun: -1,
    seed: 23,
  }),
  ridge: woods(8, 566, 60, 520, '#a9c4b8', '#7da3ab', 5),
  hills: woods(13, 616, 44, 400, '#9cc06c', '#4f8466', 8),
  paddies: paddies(),
  hamlet: hamlet(),
  mist: mistBand({
    seed: 4,
    width: 2400,
    height: 120,
    hex: '#eef6f2',
    cover: 0.58,
    stretch: 5,
    opacity: 0.7,
  }),
  viaduct: paintViaduct(wide, height, rail + 3.1 * train.unit),
  train: paintBulletTrain(train),
  tea: teaRows(wide, height, 886),
}))

/** Nose of the train in pixels, or nothing while the line is empty; it crosses between 0.08 and 0.86 of the loop. */
function nose(phase: number): number | undefined {
  const t = unlerp(0.08, 0.86, phase)
  return t > 0 && t < 1 ? lerp(-60, width + trainLength(train) + 60, t) : undefined
}

function drawWires(ctx: SKRSContext2D) {
  ctx.strokeStyle = 'rgba(58,72,92,0.75)'
  for (const [y, w] of [
    [rail - 1.05 * train.unit, 1.6],
    [rail - 2 * train.unit, 1.2],
  ] as const) {
    ctx.lineWidth = w
    ctx.beginPath()
    for (let x = -margin; x < width + margin; x += 12) {
      const t = (((x - 210) % 560) + 560) % 560
      const sag = y < rail - 40 ? 9 * Math.sin((Math.PI * t) / 560) : 0
      ctx.lineTo(x, y + sag)
    }
    ctx.stroke()
  }
}

/** Long grass before the lens, bowed when the train drives the air before it. */
function drawGrass(ctx: SKRSContext2D, phase: number, gust: number) {
  const next = random(3)
  ctx.lineCap = 'round'
  for (let i = 0; i < 210; i++) {
    const left = next() < 0.5
    const x = left ? next() ** 1.6 * 620 - 30 : width + 30 - next() ** 1.6 * 520
    const tall = next.between(70, 210) * (1 - Math.abs(x - (left ? 0 : width)) / 800)
    const bend = next.bell() * 22 + 20 + tall * (0.09 * sway(phase, x / 900 + next() * 0.15, 2) + 0.22 * gust)
    ctx.strokeStyle = mix(next.pick(['#2f5d2c', '#4d7d31', '#7ea544']), '#d9dc8a', next() * 0.35)
    ctx.lineWidth = next.between(1.6, 4.6)
    ctx.beginPath()
    ctx.moveTo(x, height + 8)
    ctx.quadraticCurveTo(x + bend * 0.2, height - tall * 0.6, x + bend, height - tall)
    ctx.stroke()
  }
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 12, y: 2 })
  ctx.drawImage(s.sky, 0, 0)
  drawFlow(ctx, s.cirrus, phase, { x: -190, y: 10, distance: 70, width: 2300, height: 260 })
  glow(ctx, { x: 120, y: 60, radius: 900, hex: '#fff6da', strength: 0.5 })
  drawLayer(ctx, view, 0.1, s.fuji, margin)
  drawFlow(ctx, s.cumulus, phase + 0.2, {
    x: -240,
    y: 196,
    distance: 60,
    width: 2400,
    height: 520,
    opacity: 0.96,
  })
  drawFlow(ctx, s.mist, phase, { x: -240, y: 520, distance: 130, width: 2400, height: 120 })
  plane(ctx, view, 0.2, () => ctx.drawImage(s.ridge, -margin, 0))
  drawFlow(ctx, s.mist, phase + 0.5, {
    x: -240,
    y: 556,
    distance: -110,
    width: 2400,
    height: 90,
    opacity: 0.8,
  })
  plane(ctx, view, 0.3, () => {
    ctx.drawImage(s.hills, -margin, 0)
    ctx.drawImage(s.paddies, -margin, plain)
    ctx.drawImage(s.hamlet, -margin, 0)
  })
  const front = nose(phase)
  const gust = smoothstep(0.1, 0.24, phase) * (1 - smoothstep(0.82, 0.97, phase))
  plane(ctx, view, 0.6, () => {
    drawWires(ctx)
    if (front !== undefined) ctx.drawImage(s.train, front - s.train.width + 26, rail - 1.2 * train.unit)
    ctx.drawImage(s.viaduct, -margin, 0)
  })
  plane(ctx, view, 0.9, () => ctx.drawImage(s.tea, -margin, 0))
  ctx.save()
  ctx.translate(view.x * 1.5, 0)
  drawGrass(ctx, phase, gust)
  ctx.restore()
  film(ctx, { vignette: 0.24 })
}

export const scene: Scene = {
  slug: 'shinkansen-past-fuji',
  width,
  height,
  fps: 30,
  seconds: 8,
  crf: 28,
  draw,
}
