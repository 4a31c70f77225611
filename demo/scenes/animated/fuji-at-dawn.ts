import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawLayer, drift } from '../kit/camera.ts'
import { cloudLayer } from '../kit/cloud.ts'
import { treeline } from '../kit/conifers.ts'
import { smoothstep, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawFlow } from '../kit/flow.ts'
import { paintFuji } from '../kit/fuji.ts'
import { glow } from '../kit/glow.ts'
import { layer, skyGradient } from '../kit/layer.ts'
import { mistBand } from '../kit/mist.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { reflection } from '../kit/reflection.ts'
import { crest, ridgePath } from '../kit/ridge.ts'
import type { Scene } from '../scene.ts'

const width = 1920
const height = 1080
const shore = 742
const margin = 60
const wide = width + margin * 2

/** A wooded ridge that pales toward its foot, as haze gathers in the valleys. */
function ridge(seed: number, y: number, tall: number, span: number, top: string, foot: string, tree: number) {
  return layer(wide, shore + margin, (ctx) => {
    const line = crest({ seed, y: y + margin, height: tall, span, rough: 0.3 })
    const fill = ctx.createLinearGradient(0, y + margin - tall, 0, shore + margin)
    fill.addColorStop(0, top)
    fill.addColorStop(1, foot)
    ridgePath(ctx, line, [0, wide], shore + margin)
    treeline(ctx, { seed, from: 0, to: wide, ground: line, tall: tree, gap: tree * 0.2 })
    ctx.fillStyle = fill
    ctx.fill()
  })
}

/** Reeds in the near corner: long blades with a bend of their own, swaying a few pixels. */
function reeds(ctx: SKRSContext2D, phase: number) {
  const next = random(71)
  ctx.lineCap = 'round'
  for (let i = 0; i < 190; i++) {
    const right = next() < 0.42
    const spread = next() ** 1.8
    const x = right ? width + 20 - spread * 430 : -20 + spread * 560
    const tall = (330 - spread * 190) * next.between(0.45, 1.05)
    const lean = next.between(-60, 75) * (right ? -1 : 1)
    const bend = lean + 7 * Math.sin(TAU * (phase + next() * 0.25 + x / 1400)) * (tall / 240)
    const dark = next.between(0, 14)
    ctx.strokeStyle = `rgb(${16 + dark},${20 + dark},${38 + dark * 1.3})`
    ctx.lineWidth = next.between(1, 2.6)
    ctx.beginPath()
    ctx.moveTo(x, height + 10)
    ctx.quadraticCurveTo(x + bend * 0.15, height - tall * 0.6, x + bend, height - tall)
    ctx.stroke()
    if (next() < 0.14) {
      ctx.lineWidth = 4.6
      ctx.beginPath()
      ctx.moveTo(x + bend, height - tall)
      ctx.lineTo(x + bend * 1.12, height - tall - 26)
      ctx.stroke()
    }
  }
}

const stage = once(() => ({
  before: skyGradient(width, shore, [
    [0, '#2a3566'],
    [0.3, '#5a5f96'],
    [0.58, '#b58fae'],
    [0.8, '#f0b7a2'],
    [1, '#fbd9b0'],
  ]),
  after: skyGradient(width, shore, [
    [0, '#35457c'],
    [0.3, '#7277a8'],
    [0.58, '#d3a0b0'],
    [0.8, '#fbc7a2'],
    [1, '#ffe6bd'],
  ]),
  veil: cloudLayer({
    seed: 21,
    width: 2300,
    height: 460,
    span: [760, 70],
    lit: '#ffd0b4',
    shade: '#8d7fae',
    cover: 0.5,
    soft: 0.5,
    sun: [-0.6, 0.8],
    opacity: 0.75,
  }),
  lens: cloudLayer({
    seed: 44,
    width: 760,
    height: 170,
    span: [520, 60],
    lit: '#ffe0c8',
    shade: '#8f83b0',
    cover: 0.78,
    soft: 0.5,
    sun: [-0.5, 0.9],
    envelope: (v, u) => {
      const bow = 0.5 + 0.22 * Math.cos((u - 0.5) * Math.PI)
      const thick = 0.34 * Math.max(0, 1 - ((u - 0.5) * 2.05) ** 2) ** 0.7
      return thick <= 0 ? 0 : 1 - smoothstep(0.25, 1, Math.abs(v - 1 + bow) / thick)
    },
  }),
  fuji: paintFuji({
    width: wide,
    height: shore + margin,
    x: 1030 + margin,
    top: 240 + margin,
    base: 735 + margin,
    halfBase: 1120,
    snow: { lit: '#ffd9cb', shade: '#8288b8' },
    rock: { lit: '#9d7288', shade: '#3f4676' },
    haze: { hex: '#d9a9ae', from: 0.42, most: 0.86 },
    snowline: 0.42,
    sun: -1,
    seed: 11,
  }),
  far: ridge(5, 640, 46, 420, '#8c7b9f', '#d8aeb2', 7),
  middle: ridge(9, 684, 44, 300, '#5b5a86', '#b694a8', 15),
  near: ridge(14, 722, 34, 330, '#2c3358', '#5a5580', 38),
  mists: [
    mistBand({ seed: 3, width: 2400, height: 150, hex: '#fbd6c4', cover: 0.62, stretch: 4, opacity: 0.85 }),
    mistBand({ seed: 6, width: 2400, height: 120, hex: '#f3d0cb', cover: 0.6, stretch: 5, opacity: 0.9 }),
    mistBand({ seed: 8, width: 2400, height: 84, hex: '#f6dcd2', cover: 0.66, stretch: 6, opacity: 0.9 }),
  ] as const,
}))

const lake = reflection({
  waterline: shore,
  seed: 12,
  sway: 16,
  rough: 0.35,
  scale: 2.2,
  detail: 2,
  travel: [0, 1],
  glint: [38, 26, 24],
  tint: [30, 40, 84, 0.5],
})

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 16, y: 3 })
  const breath = 0.5 - 0.5 * Math.cos(TAU * phase)
  ctx.drawImage(s.before, 0, 0)
  ctx.globalAlpha = breath
  ctx.drawImage(s.after, 0, 0)
  ctx.globalAlpha = 1
  glow(ctx, { x: 240, y: 700, radius: 900, hex: '#ffb98a', strength: 0.4 + 0.16 * breath, squash: 0.7 })
  drawFlow(ctx, s.veil, phase, { x: -190, y: 20, distance: 70, width: 2300, height: 460, opacity: 0.9 })
  drawLayer(ctx, view, 0.16, s.fuji, margin)
  ctx.drawImage(s.lens, 660 + view.x * 0.1, 104, 800, 170)
  drawFlow(ctx, s.mists[0], phase, { x: -240, y: 560, distance: 120, width: 2400, height: 150 })
  drawLayer(ctx, view, 0.35, s.far, margin)
  drawFlow(ctx, s.mists[1], phase + 0.2, { x: -240, y: 616, distance: -150, width: 2400, height: 120 })
  drawLayer(ctx, view, 0.55, s.middle, margin)
  drawFlow(ctx, s.mists[2], phase + 0.37, { x: -240, y: 664, distance: 180, width: 2400, height: 84 })
  drawLayer(ctx, view, 0.75, s.near, margin)
  lake(ctx, phase)
  drawFlow(ctx, s.mists[2], phase + 0.6, {
    x: -240,
    y: 706,
    distance: 130,
    width: 2400,
    height: 76,
    opacity: 0.7,
  })
  ctx.save()
  ctx.translate(view.x * 1.5, 0)
  reeds(ctx, phase)
  ctx.restore()
  film(ctx, { vignette: 0.3 })
}

export const scene: Scene = { slug: 'fuji-at-dawn', width, height, fps: 24, seconds: 8, crf: 31, draw }
