import type { SKRSContext2D } from '@napi-rs/canvas'
import { type Lane, paintAlley, signs } from '../kit/alley.ts'
import { drift } from '../kit/camera.ts'
import { alpha } from '../kit/colour.ts'
import { fract, lerp, smoothstep, sway, TAU, wave } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawFlow } from '../kit/flow.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { layer, skyGradient } from '../kit/layer.ts'
import { mistBand } from '../kit/mist.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { random } from '../kit/random.ts'
import { drawUmbrella } from '../kit/umbrella.ts'
import { water } from '../kit/water.ts'
import type { Scene } from '../scene.ts'

const width = 1080
const height = 1920
const margin = 40
const horizon = 1010
const lane: Lane = {
  width: width + margin * 2,
  height,
  centre: width / 2 + margin,
  horizon,
  focal: 1050,
  eye: 1.55,
}

const stage = once(() => {
  const above = layer(lane.width, height, (ctx) => paintAlley(ctx, lane, 1))
  // Wet asphalt: the world upside down, smeared toward the viewer.
  const below = layer(lane.width, height, (ctx) => {
    const clear = layer(lane.width, height, (c) => paintAlley(c, lane, -1))
    for (let i = 0; i < 30; i++) {
      ctx.globalAlpha = 1 / (i + 1)
      ctx.drawImage(clear, 0, (i - 15) * 5)
    }
    ctx.globalAlpha = 0.3
    ctx.drawImage(clear, 0, 0)
  })
  const wet = height - horizon
  const mirror = layer(width, wet, (ctx) => {
    ctx.drawImage(below, -margin, -horizon)
    const dark = ctx.createLinearGradient(0, 0, 0, wet)
    dark.addColorStop(0, 'rgba(10,10,26,0.1)')
    dark.addColorStop(1, 'rgba(8,8,20,0.5)')
    ctx.fillStyle = dark
    ctx.fillRect(0, 0, width, wet)
  })
  const pixels = mirror.getContext('2d').getImageData(0, 0, width, wet).data as Uint8ClampedArray
  return {
    sky: skyGradient(width, height, [
      [0, '#0a0d24'],
      [0.3, '#1c1c44'],
      [0.52, '#54346a'],
      [0.56, '#7a4570'],
      [1, '#1a1430'],
    ]),
    above,
    pixels,
    haze: mistBand({
      seed: 5,
      width: 1500,
      height: 420,
      hex: '#c46a9a',
      cover: 0.6,
      stretch: 2,
      opacity: 0.4,
    }),
  }
})

const wetGround = water({
  width,
  height: height - horizon,
  seed: 8,
  sway: 15,
  rough: 0.7,
  scale: 3.4,
  detail: 3,
  travel: [0, 1],
  glint: [30, 26, 44],
})

/** People under umbrellas walking into the haze: each takes three loops, so three share one path. */
const walkers = [
  { X: 0.75, hex: '#c9d8f2', lag: 0.15, pace: 3 },
  { X: -0.85, hex: '#d23a4a', lag: 0.62, pace: 3 },
] as const

function drawWalkers(ctx: SKRSContext2D, phase: number, shift: number) {
  const people = walkers.flatMap(({ X, hex, lag, pace }) =>
    Array.from({ length: pace }, (_, i) => {
      const t = fract((phase + i + lag) / pace)
      return {
        z: lerp(2.3, 21, t),
        X: X + (X > 0 ? 1.1 : -1.1) * (1 - smoothstep(0, 0.22, t)),
        hex,
        lag: lag + i * 0.3,
      }
    }),
  )
  for (const { z, X, hex, lag } of people.sort((a, b) => b.z - a.z)) {
    const x = width / 2 + (X * lane.focal) / z + shift * (3 / z)
    const unit = lane.focal / z
    const foot = horizon + lane.eye * unit
    ctx.globalAlpha = 1 - smoothstep(14, 21, z)
    drawUmbrella(ctx, { x, foot, unit, hex, phase, lag, far: smoothstep(3, 20, z) })
  }
  ctx.globalAlpha = 1
}

const rain = particles(3, 210, (next) => {
  const depth = next() ** 1.6
  return {
    x: next.between(-0.05, 1.12),
    depth,
    lives: Math.round(lerp(7, 13, depth)),
    long: lerp(34, 150, depth) * next.between(0.7, 1.3),
  }
})

function drawRain(ctx: SKRSContext2D, phase: number) {
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.lineCap = 'round'
  for (const band of [0, 1, 2]) {
    ctx.strokeStyle = alpha(
      ['#9fb0e8', '#b9c4f0', '#dfe6ff'][band] as string,
      [0.2, 0.17, 0.13][band] as number,
    )
    ctx.lineWidth = [1.1, 1.7, 2.8][band] as number
    ctx.beginPath()
    rain(phase, ({ life, traits: { x, depth, long } }) => {
      if (Math.min(2, Math.floor(depth * 3)) !== band) return
      const y = lerp(-long, height + long, life)
      const px = x * width - (y / height) * 70
      ctx.moveTo(px, y)
      ctx.lineTo(px - long * 0.036, y + long)
    })
    ctx.stroke()
  }
  ctx.restore()
}

const splashes = particles(19, 90, (next) => ({
  x: next(),
  near: next() ** 0.8,
  lives: next.whole(8, 12),
}))

function drawSplashes(ctx: SKRSContext2D, phase: number) {
  splashes(phase, ({ life, traits: { x, near } }) => {
    if (life > 0.55) return
    const t = life / 0.55
    const scale = lerp(0.12, 1, near)
    const y = lerp(horizon + 70, height, near)
    ctx.strokeStyle = `rgba(214,220,255,${0.34 * (1 - t) ** 1.5})`
    ctx.lineWidth = 1.6 * scale + 0.3
    ctx.beginPath()
    ctx.ellipse(x * width, y, (4 + 34 * t) * scale, (1.2 + 10 * t) * scale, 0, 0, TAU)
    ctx.stroke()
  })
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 12 })
  ctx.drawImage(s.sky, 0, 0)
  drawFlow(ctx, s.haze, phase, { x: -210, y: 640, distance: 110, width: 1500, height: 420 })
  ctx.drawImage(wetGround(phase, s.pixels), view.x * 0.35, horizon)
  ctx.drawImage(s.above, -margin + view.x * 0.35, 0)
  glow(ctx, { x: width / 2, y: horizon - 30, radius: 420, hex: '#ff9ac0', strength: 0.5, squash: 0.8 })
  signs.forEach(({ X, Y, z, tall, hex, faulty }, i) => {
    const unit = lane.focal / z
    const x = width / 2 + X * unit + view.x * (0.35 + 1.2 / z)
    const y = horizon - (Y - lane.eye) * unit
    // One tube is tired and blinks; the rest only breathe.
    const blink = faulty
      ? 0.55 + 0.45 * Math.sign(wave(phase, 3, 0.1) + 0.72 * wave(phase, 11, 0.3) + 0.35)
      : 1
    const strength = 0.5 * blink * (0.92 + 0.08 * sway(phase, i * 0.27, 2))
    glow(ctx, { x, y, radius: tall * unit * 1.05 + 40, hex, strength })
    glow(ctx, {
      x,
      y: horizon + (Y + lane.eye) * unit,
      radius: tall * unit * 1.2,
      hex,
      strength: strength * 0.5,
      squash: 1.5,
    })
  })
  drawSplashes(ctx, phase)
  drawWalkers(ctx, phase, view.x)
  drawRain(ctx, phase)
  const next = random(41)
  for (let i = 0; i < 15; i++) {
    const side = next() < 0.5 ? next.between(-0.02, 0.2) : next.between(0.8, 1.02)
    const hex = next.pick(['#ff5f9a', '#5ad0ff', '#ffb85a', '#b07aff'])
    bokeh(
      ctx,
      side * width + view.x * 2.2,
      next() * height,
      next.between(16, 62),
      hex,
      0.13 + 0.05 * sway(phase, i * 0.23),
    )
  }
  film(ctx, { vignette: 0.5 })
}

export const scene: Scene = { slug: 'tokyo-night-rain', width, height, fps: 24, seconds: 8, crf: 32, draw }
