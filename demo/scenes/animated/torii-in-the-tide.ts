import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawLayer, drift } from '../kit/camera.ts'
import { cloudLayer } from '../kit/cloud.ts'
import { treeline } from '../kit/conifers.ts'
import { smoothstep, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawFlow } from '../kit/flow.ts'
import { glow } from '../kit/glow.ts'
import { layer, skyGradient } from '../kit/layer.ts'
import { mistBand } from '../kit/mist.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { reflection } from '../kit/reflection.ts'
import { crest, ridgePath } from '../kit/ridge.ts'
import { paintTorii } from '../kit/torii.ts'
import type { Scene } from '../scene.ts'

const width = 1920
const height = 1080
const tide = 664
const feet = 782
const margin = 60
const wide = width + margin * 2

interface Island {
  seed: number
  y: number
  tall: number
  span: number
  top: string
  foot: string
  tree: number
  shape: (x: number) => number
}

function island({ seed, y, tall, span, top, foot, tree, shape }: Island) {
  return layer(wide, tide + margin, (ctx) => {
    const line = crest({
      seed,
      y: y + margin,
      height: tall,
      span,
      rough: 0.35,
      shape: (x) => shape(x - margin),
    })
    const fill = ctx.createLinearGradient(0, y - 150, 0, tide + margin)
    fill.addColorStop(0, top)
    fill.addColorStop(1, foot)
    ridgePath(ctx, line, [0, wide], tide + margin)
    if (tree)
      treeline(ctx, {
        seed,
        from: 0,
        to: wide,
        ground: line,
        tall: tree,
        gap: tree * 0.35,
        plump: 0.34,
        lowest: tide + margin - 8,
      })
    ctx.fillStyle = fill
    ctx.fill()
  })
}

const hump = (x: number, at: number, reach: number, tall: number) =>
  tall * Math.exp(-(((x - at) / reach) ** 2))

const stage = once(() => ({
  sky: skyGradient(width, tide, [
    [0, '#27365f'],
    [0.26, '#4d5580'],
    [0.5, '#9c7688'],
    [0.7, '#dd9377'],
    [0.87, '#f7b873'],
    [1, '#fdd896'],
  ]),
  high: cloudLayer({
    seed: 8,
    width: 2400,
    height: 420,
    span: [520, 90],
    lit: '#f3a58c',
    shade: '#4f5078',
    cover: 0.5,
    soft: 0.55,
    sun: [0.3, 1],
    opacity: 0.85,
  }),
  low: cloudLayer({
    seed: 19,
    width: 2400,
    height: 240,
    span: [640, 46],
    lit: '#ffd79a',
    shade: '#a5677a',
    cover: 0.54,
    soft: 0.4,
    sun: [0.2, 1],
    opacity: 0.9,
  }),
  far: island({
    ...{ seed: 4, y: 640, tall: 18, span: 260, top: '#b67f83', foot: '#eab183', tree: 0 },
    shape: (x) => hump(x, 420, 380, 120) + hump(x, 1500, 520, 92) + hump(x, 980, 260, 40),
  }),
  middle: island({
    ...{ seed: 7, y: 656, tall: 14, span: 190, top: '#7c5d78', foot: '#b8857f', tree: 10 },
    shape: (x) => hump(x, 130, 330, 150) + hump(x, 1760, 300, 118) - 12,
  }),
  near: island({
    ...{ seed: 15, y: 670, tall: 12, span: 160, top: '#3d3b5c', foot: '#6b506a', tree: 26 },
    shape: (x) => hump(x, -60, 270, 128) + hump(x, 1990, 220, 84) - 26,
  }),
  mists: [
    mistBand({ seed: 5, width: 2400, height: 110, hex: '#f9c79a', cover: 0.6, stretch: 5, opacity: 0.75 }),
    mistBand({ seed: 9, width: 2400, height: 84, hex: '#e9b19b', cover: 0.6, stretch: 6, opacity: 0.8 }),
  ] as const,
  torii: paintTorii(1040, 760),
}))

const sea = reflection({
  waterline: tide,
  seed: 31,
  sway: 30,
  rough: 0.8,
  scale: 2.6,
  detail: 2,
  travel: [0, 1],
  glint: [70, 42, 22],
  tint: [24, 38, 70, 0.55],
})

/** Gulls going home: each crosses a stretch of sky once per loop, fading in and out of the haze. */
const gulls = particles(40, 7, (next) => ({
  x: next.between(1120, 1560),
  y: next.between(180, 330),
  size: next.between(7, 13),
  beats: next.whole(9, 12),
  lag: next(),
}))

function drawGulls(ctx: SKRSContext2D, phase: number) {
  ctx.save()
  ctx.strokeStyle = '#2b2a45'
  ctx.lineCap = 'round'
  gulls(phase, ({ life, traits: { x, y, size, beats, lag } }) => {
    const flap = Math.sin(TAU * (phase * beats + lag))
    const px = x + (life - 0.5) * 520
    const py = y - (life - 0.5) * 70 + Math.sin(TAU * (phase + lag)) * 9
    const tip = -size * (0.35 + 0.42 * flap)
    ctx.globalAlpha = smoothstep(0, 0.18, life) * (1 - smoothstep(0.8, 1, life)) * 0.85
    ctx.lineWidth = size * 0.17
    ctx.beginPath()
    ctx.moveTo(px - size * 1.3, py + tip)
    ctx.quadraticCurveTo(px - size * 0.55, py + tip * 0.9 - size * 0.3, px, py)
    ctx.quadraticCurveTo(px + size * 0.55, py + tip * 0.9 - size * 0.3, px + size * 1.3, py + tip)
    ctx.stroke()
  })
  ctx.restore()
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 18, y: 2 })
  ctx.drawImage(s.sky, 0, 0)
  const breath = 0.5 - 0.5 * Math.cos(TAU * phase)
  glow(ctx, { x: 700, y: 640, radius: 980, hex: '#ffb45e', strength: 0.62 + 0.1 * breath, squash: 0.62 })
  drawFlow(ctx, s.high, phase, { x: -240, y: 10, distance: 80, width: 2400, height: 420 })
  drawFlow(ctx, s.low, phase + 0.3, { x: -240, y: 330, distance: 110, width: 2400, height: 240 })
  glow(ctx, { x: 700, y: 622, radius: 330, hex: '#ffdf9a', strength: 0.9 }, 'screen')
  drawGulls(ctx, phase)
  drawLayer(ctx, view, 0.12, s.far, margin)
  drawFlow(ctx, s.mists[0], phase, { x: -240, y: 578, distance: 140, width: 2400, height: 110 })
  drawLayer(ctx, view, 0.28, s.middle, margin)
  drawFlow(ctx, s.mists[1], phase + 0.4, { x: -240, y: 606, distance: -170, width: 2400, height: 80 })
  drawLayer(ctx, view, 0.45, s.near, margin)
  drawFlow(ctx, s.mists[1], phase + 0.15, {
    x: -240,
    y: 626,
    distance: 120,
    width: 2400,
    height: 64,
    opacity: 0.8,
  })
  const gate = 440 + view.x * 0.8
  sea(ctx, phase, (sheet) => {
    sheet.translate(0, feet - tide)
    sheet.scale(1, -1)
    sheet.drawImage(s.torii, gate, -640)
  })
  ctx.save()
  ctx.beginPath()
  ctx.rect(0, 0, width, feet)
  ctx.clip()
  ctx.drawImage(s.torii, gate, feet - 640)
  ctx.restore()
  film(ctx, { vignette: 0.34 })
}

export const scene: Scene = { slug: 'torii-in-the-tide', width, height, fps: 24, seconds: 8, crf: 31, draw }
