import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { drift } from '../kit/camera.ts'
import { fract, lerp, smoothstep, sway, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { blurred, layer, skyGradient } from '../kit/layer.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { petalSprite } from '../kit/petals.ts'
import { random } from '../kit/random.ts'
import { reflection } from '../kit/reflection.ts'
import {
  bank,
  bloomBank,
  embankment,
  floweringBough,
  height,
  margin,
  overhang,
  wide,
  width,
} from '../kit/sakura-bank.ts'
import type { Scene } from '../scene.ts'

const stage = once(() => ({
  sky: skyGradient(width, bank, [
    [0, '#a9cbe4'],
    [0.55, '#dbe7ee'],
    [1, '#fbeef0'],
  ]),
  far: blurred(bloomBank(3, 600, 210, ['#fdf1f2', '#d9bccb'], 13), 5),
  middle: blurred(bloomBank(8, 630, 170, ['#ffe9ec', '#c190ab'], 15), 2.5),
  wall: blurred(embankment(), 2.4),
  overhang: blurred(overhang(), 1.8),
  back: blurred(
    floweringBough(
      21,
      [
        { x: wide + 20, y: 40, angle: 2.85, length: 900, radius: 17, droop: -1.2, orders: 2, density: 1.5 },
        { x: 900, y: -40, angle: 0.9, length: 520, radius: 9, droop: 0.4, orders: 2, density: 1.4 },
      ],
      11,
      0.34,
    ),
    3.2,
  ),
  front: floweringBough(
    5,
    [
      { x: -20, y: 330, angle: -0.3, length: 1180, radius: 30, droop: 1.1, orders: 2, density: 1.5 },
      { x: -20, y: 90, angle: 0.1, length: 980, radius: 18, droop: 0.7, orders: 2, density: 1.4 },
      { x: -20, y: 470, angle: 0.25, length: 620, radius: 14, droop: 1.1, orders: 2, density: 1.4 },
      { x: 420, y: -30, angle: 0.25, length: 760, radius: 10, droop: 0.8, orders: 2, density: 1.4 },
    ],
    15,
    0.3,
  ),
  near: blurred(
    floweringBough(
      77,
      [{ x: wide + 30, y: -60, angle: 2.2, length: 420, radius: 22, droop: 2, orders: 2, density: 1.4 }],
      52,
      0.5,
    ),
    15,
  ),
  petals: [petalSprite('#fff4f4', '#f2b9c6'), petalSprite('#ffe3e8', '#e69bb2')] as const,
}))

const river = reflection({
  waterline: bank + 58,
  seed: 23,
  sway: 20,
  rough: 0.5,
  scale: 2.4,
  detail: 2,
  travel: [0, 1],
  glint: [46, 44, 44],
  tint: [92, 122, 138, 0.5],
})

const falling = particles(9, 108, (next) => ({
  lives: next.pick([1, 1, 2]),
  x: next.between(-0.15, 1.1),
  size: next.bell() * 2.5 + 14,
  depth: next(),
  sweep: next.between(120, 380),
  lag: next(),
  spins: next.whole(1, 3),
  kind: next.whole(0, 1),
}))

function drawFalling(ctx: SKRSContext2D, phase: number) {
  const { petals } = stage()
  falling(phase, ({ life, traits }) => {
    const { x, size, depth, sweep, lag, spins, kind } = traits
    const floor = lerp(bank + 70, height + 60, depth)
    const px = x * width + sweep * (life - 0.5) + 34 * Math.sin(TAU * (life * 2 + lag))
    const py = lerp(-40, floor, life) + 16 * Math.sin(TAU * (life * 3 + lag))
    const s = Math.max(6, size) * (0.55 + depth * 1.05)
    ctx.save()
    ctx.globalAlpha = smoothstep(0, 0.06, life) * (1 - smoothstep(0.95, 1, life))
    ctx.translate(px, py)
    ctx.rotate(TAU * (life * spins + lag))
    ctx.scale(1, 0.25 + 0.75 * Math.abs(Math.sin(TAU * (life * spins * 1.5 + lag))))
    ctx.drawImage(petals[kind as 0 | 1], -s / 2, -s / 2, s, s)
    ctx.restore()
  })
}

const fore = bank + 62

/** Hanaikada: petals gathered into rafts by the current, each raft sliding one span of its own per loop. */
const rafts = once(() => {
  const next = random(61)
  const { petals } = stage()
  return Array.from({ length: 92 }, () => {
    const depth = 0.03 + 0.97 * next() ** 0.8
    const near = 0.25 + 0.95 * depth
    const long = next.between(20, 120) * near
    const deep = next.between(1.6, 6.5) * near
    const bow = next.bell() * 5 * near
    const count = next() < 0.3 ? next.whole(1, 4) : next.whole(24, 110)
    const [w, h] = [Math.ceil(long * 7 + 40), Math.ceil((deep + Math.abs(bow)) * 8 + 40)]
    const sprite = layer(w, h, (ctx) => {
      for (let i = 0; i < count; i++) {
        const along = next.bell()
        const [c, d] = [Math.cos(i * 2.4), Math.sin(i * 2.4)]
        const size = next.between(9, 15) * near
        ctx.setTransform(
          c,
          d * 0.42,
          -d,
          c * 0.42,
          w / 2 + along * long,
          h / 2 + next.bell() * deep + bow * along,
        )
        ctx.drawImage(petals[next() < 0.6 ? 0 : 1], -size / 2, -size / 2, size, size)
      }
    })
    return { sprite, depth, near, at: next(), tile: Math.max(next.between(640, 1000) * near, w + 10) }
  }).sort((p, q) => p.depth - q.depth)
})

function drawRafts(ctx: SKRSContext2D, phase: number) {
  for (const { sprite, depth, near, at, tile } of rafts()) {
    const y =
      fore + (height - fore + 20) * depth + 2.2 * near * sway(phase, at * 3 + depth) - sprite.height / 2
    ctx.globalAlpha = Math.min(1, 0.5 + 0.5 * depth)
    for (let x = fract(at + phase) * tile - tile; x < width; x += tile)
      if (x > -sprite.width) ctx.drawImage(sprite, x, y)
  }
  ctx.globalAlpha = 1
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 20, y: 3 })
  ctx.drawImage(s.sky, 0, 0)
  glow(ctx, { x: 430, y: 240, radius: 800, hex: '#fff3dd', strength: 0.75 })
  ctx.drawImage(s.far, -margin + view.x * 0.2, 0)
  ctx.drawImage(s.middle, -margin + view.x * 0.35, 0)
  ctx.drawImage(s.wall, -margin + view.x * 0.45, bank - 40)
  ctx.drawImage(s.overhang, -margin + view.x * 0.5, 0)
  ctx.fillStyle = 'rgba(48,46,74,0.35)'
  ctx.fillRect(0, bank + 50, width, 8)
  swing(ctx, s.back, wide, 0, 0.004 * sway(phase, 0.3), view.x * 0.6)
  river(ctx, phase)
  drawRafts(ctx, phase)
  swing(ctx, s.front, 0, 0, 0.006 * sway(phase, 0.1), view.x * 1)
  drawFalling(ctx, phase)
  swing(ctx, s.near, wide, 0, 0.009 * sway(phase, 0.55), view.x * 1.8)
  for (const [x, y, r] of [
    [1500, 180, 40],
    [1330, 90, 26],
    [260, 760, 22],
  ] as const)
    bokeh(ctx, x + view.x, y, r, '#fff2e6', 0.16 + 0.06 * sway(phase, x / 700))
  glow(ctx, { x: 300, y: 120, radius: 1100, hex: '#ffe9c8', strength: 0.3 })
  film(ctx, { vignette: 0.2 })
}

/** Turns a layer a hair around where its branch is rooted. */
function swing(ctx: SKRSContext2D, source: Canvas, x: number, y: number, angle: number, shift: number) {
  ctx.save()
  ctx.translate(x - margin + shift, y)
  ctx.rotate(angle)
  ctx.drawImage(source, -x, -y - 26)
  ctx.restore()
}

export const scene: Scene = {
  slug: 'sakura-over-the-river',
  width,
  height,
  fps: 24,
  seconds: 8,
  crf: 33,
  draw,
}
