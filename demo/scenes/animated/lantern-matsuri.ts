import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { drift } from '../kit/camera.ts'
import { paintChochin } from '../kit/chochin.ts'
import { cloudLayer } from '../kit/cloud.ts'
import { alpha, mix } from '../kit/colour.ts'
import { lerp, smoothstep, sway, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawShell, type Shell } from '../kit/fireworks.ts'
import { drawFlow } from '../kit/flow.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { blurred, layer, skyGradient } from '../kit/layer.ts'
import { paintStalls, paintYagura } from '../kit/matsuri.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { random } from '../kit/random.ts'
import { crest, ridgePath } from '../kit/ridge.ts'
import type { Scene } from '../scene.ts'

const size = 1080
const ground = 800

const red = { heart: '#fff0b4', paper: '#ff9a3d', edge: '#c8301c', text: '祭', ink: '#3a0a08' }
const white = {
  heart: '#fffbe0',
  paper: '#ffdf9c',
  edge: '#e58f3c',
  band: '#d02a1c',
  text: '御神燈',
  ink: '#5a1410',
}

const stage = once(() => ({
  sky: skyGradient(size, size, [
    [0, '#0b1030'],
    [0.35, '#1b1f4e'],
    [0.6, '#3b2f66'],
    [0.74, '#6b4468'],
    [0.8, '#8d5560'],
    [1, '#2a1a2a'],
  ]),
  smoke: cloudLayer({
    ...{ seed: 14, width: 1500, height: 460, span: [300, 110], lit: '#6b5a86', shade: '#252452' },
    ...{ cover: 0.46, soft: 0.7, sun: [0, 1], opacity: 0.5 },
  }),
  hills: layer(size + 80, size, (ctx) => {
    for (const [seed, y, tall, hex] of [
      [4, 650, 60, '#2b2750'],
      [9, 690, 44, '#1d1b3d'],
    ] as const) {
      ridgePath(ctx, crest({ seed, y, height: tall, span: 330, rough: 0.35 }), [0, size + 80], size)
      ctx.fillStyle = hex
      ctx.fill()
    }
  }),
  stalls: paintStalls(size + 120, 420),
  yagura: blurred(paintYagura(300, 420), 0.9),
  earth: layer(size, size - ground + 60, (ctx) => {
    const fill = ctx.createLinearGradient(0, 0, 0, size - ground + 60)
    fill.addColorStop(0, 'rgba(138,74,52,0)')
    fill.addColorStop(0.2, '#8a4a34')
    fill.addColorStop(0.4, '#4a2830')
    fill.addColorStop(1, '#140c18')
    ctx.fillStyle = fill
    ctx.fillRect(0, 0, size, size)
  }),
  small: [
    blurred(paintChochin({ ...red, width: 34, long: 1.05 }), 0.6),
    blurred(paintChochin({ ...white, width: 34, long: 1.05 }), 0.6),
  ],
  medium: [
    paintChochin({ ...red, width: 70, long: 1.05 }),
    paintChochin({ ...white, width: 70, long: 1.05 }),
  ],
  large: [
    paintChochin({ ...red, width: 138, long: 1.12 }),
    paintChochin({ ...white, width: 138, long: 1.12 }),
  ],
  near: blurred(paintChochin({ ...red, width: 300, long: 1.15 }), 9),
}))

const shells: Shell[] = [
  {
    x: 560,
    y: 320,
    radius: 190,
    at: 0.08,
    lasts: 0.34,
    hex: '#ffb04a',
    heart: '#fff3c8',
    seed: 3,
    droop: 0.5,
  },
  { x: 262, y: 330, radius: 120, at: 0.29, lasts: 0.28, hex: '#ff5d6c', heart: '#ffe0d0', seed: 8 },
  { x: 840, y: 330, radius: 132, at: 0.44, lasts: 0.3, hex: '#6fa8ff', heart: '#eaf2ff', seed: 12 },
  { x: 430, y: 330, radius: 150, at: 0.62, lasts: 0.3, hex: '#c97bff', heart: '#ffe9ff', seed: 21 },
  {
    x: 700,
    y: 310,
    radius: 175,
    at: 0.8,
    lasts: 0.33,
    hex: '#ffce6a',
    heart: '#fffbe0',
    seed: 30,
    droop: 0.62,
  },
]

interface Line {
  from: [number, number]
  to: [number, number]
  sag: number
  count: number
  set: 'small' | 'medium' | 'large'
  lag: number
  depth: number
}

/** Strings of lanterns from the tower to the corners of the square. */
const lines: Line[] = [
  { from: [540, 492], to: [-40, 420], sag: 60, count: 13, set: 'small', lag: 0.1, depth: 0.3 },
  { from: [540, 492], to: [1120, 420], sag: 60, count: 13, set: 'small', lag: 0.4, depth: 0.3 },
  { from: [540, 478], to: [-60, 190], sag: 105, count: 8, set: 'medium', lag: 0.7, depth: 0.5 },
  { from: [540, 478], to: [1140, 190], sag: 105, count: 8, set: 'medium', lag: 0.2, depth: 0.5 },
  { from: [-90, -96], to: [1170, -116], sag: 84, count: 6, set: 'large', lag: 0.55, depth: 1 },
]

function hang(ctx: SKRSContext2D, phase: number, line: Line, shift: number) {
  const s = stage()
  const { from, to, sag, count, set, lag } = line
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
    const sprite = (s[set] as Canvas[])[i % 2] as Canvas
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

/** People seen from behind, dark against the stalls, rimmed by lantern light; they sway to the drum. */
const crowd = once(() => {
  const next = random(17)
  return Array.from({ length: 88 }, () => {
    const row = next()
    const robe = next.pick(['#1d1f42', '#3a1626', '#12233a', '#2a2030', '#402a22', '#1a1430'])
    const obi = next.pick(['#a8392f', '#c79a4a', '#5a4a8a', '#7a2f4f'])
    return {
      x: next.between(-30, size + 30),
      row,
      tall: next.between(0.9, 1.08),
      lag: next(),
      bun: next() < 0.35,
      robe,
      obi,
    }
  }).sort((a, b) => a.row - b.row)
})

function drawCrowd(ctx: SKRSContext2D, phase: number, shift: number) {
  for (const { x, row, tall, lag, bun, robe, obi } of crowd()) {
    const u = lerp(0.46, 1.7, row ** 1.5) * tall
    const foot = lerp(866, 1290, row ** 1.25)
    const px = x + shift * lerp(0.5, 1.2, row) + 1.6 * u * sway(phase, lag, 2)
    const top = foot - 150 * u - 1.6 * u * Math.abs(Math.sin(TAU * (phase * 5 + lag)))
    const body = (grow: number) => {
      ctx.beginPath()
      ctx.ellipse(px, top + 15 * u, 11.5 * u + grow, 14.5 * u + grow, 0, 0, TAU)
      if (bun) ctx.ellipse(px, top - 1 * u, 7 * u + grow, 6 * u + grow, 0, 0, TAU)
      ctx.moveTo(px - 6 * u - grow, top + 24 * u)
      ctx.bezierCurveTo(
        px - 8 * u,
        top + 38 * u - grow,
        px - 31 * u - grow,
        top + 34 * u - grow,
        px - 34 * u - grow,
        top + 56 * u,
      )
      ctx.bezierCurveTo(
        px - 38 * u - grow,
        top + 84 * u,
        px - 34 * u - grow,
        top + 98 * u,
        px - 27 * u - grow,
        top + 100 * u,
      )
      ctx.lineTo(px - 21 * u - grow, foot)
      ctx.lineTo(px + 21 * u + grow, foot)
      ctx.lineTo(px + 27 * u + grow, top + 100 * u)
      ctx.bezierCurveTo(
        px + 34 * u + grow,
        top + 98 * u,
        px + 38 * u + grow,
        top + 84 * u,
        px + 34 * u + grow,
        top + 56 * u,
      )
      ctx.bezierCurveTo(
        px + 31 * u + grow,
        top + 34 * u - grow,
        px + 8 * u,
        top + 38 * u - grow,
        px + 6 * u + grow,
        top + 24 * u,
      )
      ctx.closePath()
    }
    body(1.3)
    ctx.fillStyle = alpha('#ff9a4a', 0.6 - 0.32 * row)
    ctx.fill()
    const cloth = ctx.createLinearGradient(0, top, 0, foot)
    cloth.addColorStop(0, mix('#120a10', robe, 0.1))
    cloth.addColorStop(0.22, mix('#120a10', robe, 0.2))
    cloth.addColorStop(0.32, mix(robe, '#ff9a4a', 0.16 * (1 - row)))
    cloth.addColorStop(1, mix('#0a060c', robe, 0.5 - 0.3 * row))
    body(0)
    ctx.fillStyle = cloth
    ctx.fill()
    ctx.fillStyle = alpha(mix(obi, '#0a060c', 0.4 + 0.35 * row), 0.9)
    ctx.fillRect(px - 22 * u, top + 74 * u, 44 * u, 13 * u)
    if (bun) ctx.fillRect(px - 11 * u, top + 68 * u, 22 * u, 26 * u)
  }
}

const sparks = particles(71, 46, (next) => ({
  x: next(),
  sweep: next.bell() * 60,
  lag: next(),
  r: next.between(1.5, 4),
  lives: next.whole(1, 2),
}))

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 14, y: 4 })
  ctx.drawImage(s.sky, 0, 0)
  drawFlow(ctx, s.smoke, phase, { x: -210, y: 60, distance: 80, width: 1500, height: 460 })
  for (const shell of shells) drawShell(ctx, phase, { ...shell, x: shell.x + view.x * 0.1 }, 640)
  ctx.drawImage(s.hills, -40 + view.x * 0.15, 0)
  glow(ctx, { x: 540, y: 760, radius: 760, hex: '#ff8a3c', strength: 0.55, squash: 0.42 })
  ctx.drawImage(s.earth, 0, ground - 60)
  glow(ctx, { x: 540, y: ground - 20, radius: 620, hex: '#c8683a', strength: 0.6, squash: 0.12 })
  ctx.drawImage(s.stalls, -60 + view.x * 0.3, ground - 290)
  ctx.drawImage(s.yagura, 390 + view.x * 0.36, ground - 372)
  for (const line of lines) if (line.depth < 0.6) hang(ctx, phase, line, view.x * line.depth)
  glow(ctx, { x: 540, y: 830, radius: 640, hex: '#ffa04a', strength: 0.5, squash: 0.3 })
  drawCrowd(ctx, phase, view.x)
  sparks(phase, ({ life, traits: { x, sweep, lag, r } }) => {
    const strength = smoothstep(0, 0.15, life) * (1 - life) * (0.7 + 0.3 * Math.sin(TAU * (life * 7 + lag)))
    const px = x * size + sweep * life + 12 * Math.sin(TAU * (life * 2 + lag))
    glow(ctx, { x: px, y: 900 - 760 * life, radius: r * 3.2, hex: '#ffb25a', strength })
  })
  for (const line of lines) if (line.depth >= 0.6) hang(ctx, phase, line, view.x * line.depth)
  const next = random(5)
  for (let i = 0; i < 9; i++)
    bokeh(
      ctx,
      next() * size + view.x * 2,
      next.between(760, 1080),
      next.between(12, 40),
      next.pick(['#ff9a4a', '#ff5f3a', '#ffd27a']),
      0.13 + 0.05 * sway(phase, i * 0.3),
    )
  film(ctx, { vignette: 0.4 })
}

export const scene: Scene = {
  slug: 'lantern-matsuri',
  width: size,
  height: size,
  fps: 24,
  seconds: 8,
  crf: 28,
  draw,
}
