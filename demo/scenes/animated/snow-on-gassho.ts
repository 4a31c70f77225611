import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { drawLayer, drift } from '../kit/camera.ts'
import { cloudLayer } from '../kit/cloud.ts'
import { mix } from '../kit/colour.ts'
import { cedarPath } from '../kit/conifers.ts'
import { lerp, smoothstep, sway, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { drawFlow } from '../kit/flow.ts'
import { paintGassho } from '../kit/gassho.ts'
import { glow, glowSprite } from '../kit/glow.ts'
import { blurred, layer, shaded, skyGradient } from '../kit/layer.ts'
import { mistBand } from '../kit/mist.ts'
import { fractal } from '../kit/noise.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { random } from '../kit/random.ts'
import { crest, ridgePath } from '../kit/ridge.ts'
import { snowCedar } from '../kit/snow-cedar.ts'
import type { Scene } from '../scene.ts'

const width = 1920
const height = 1080
const margin = 60
const wide = width + margin * 2
const tall = height + margin * 2

/** A snowy wooded slope: dark cedars below a pale brow, whitened toward the foot. */
function slope(
  seed: number,
  y: number,
  rise: number,
  span: number,
  tones: [top: string, foot: string],
  tree: number,
) {
  return layer(wide, tall, (ctx) => {
    const line = crest({ seed, y: y + margin, height: rise, span, rough: 0.4 })
    const fill = ctx.createLinearGradient(0, y + margin - rise, 0, y + margin + 260)
    fill.addColorStop(0, tones[0])
    fill.addColorStop(1, tones[1])
    ctx.fillStyle = fill
    ridgePath(ctx, line, [0, wide], tall)
    ctx.fill()
    // Trees all over the slope, far ones first, each with a little snow on its shoulders.
    const next = random(seed)
    const clump = fractal(seed + 2, 3)
    const spots = Array.from({ length: Math.round(150000 / tree ** 1.3) }, () => {
      const [x, down] = [next() * wide, next() ** 1.4 * 260]
      return { x, y: line(x) + down + tree * 0.2, down }
    }).filter(({ x, down }) => clump(x / (tree * 7), down / (tree * 5)) > -0.3)
    for (const { x, y, down } of spots.sort((p, q) => p.y - q.y)) {
      const size = tree * next.between(0.6, 1.2)
      const tone = mix(tones[0], tones[1], Math.min(1, down / 250))
      ctx.fillStyle = mix(tone, '#0d1430', 0.22)
      ctx.beginPath()
      cedarPath(ctx, x, y, size, next, 0.24)
      ctx.fill()
      ctx.fillStyle = mix(tone, '#dfe8fb', 0.3)
      ctx.beginPath()
      cedarPath(ctx, x - size * 0.05, y - size * 0.1, size * 0.8, next, 0.16)
      ctx.fill()
    }
  })
}

/** Fields under snow: soft swells, blue in the hollows, a trodden path. */
function snowfield(): Canvas {
  const swell = fractal(31, 3, 0.36)
  const crisp = fractal(33, 4, 0.6)
  const horizon = 640
  return shaded(wide, tall - horizon, (x, y) => {
    const near = y / (tall - horizon)
    const depth = 1 / (near + 0.12)
    const u = (x - wide / 2) * depth * 0.0011
    const h = swell(u * 0.8, depth * 0.9)
    const dh = swell(u * 0.8 - 0.05, depth * 0.9 + 0.05) - h
    const sparkle = crisp(u * 20, depth * 16) * 3.4 * near
    const path = Math.exp(
      -(((x - wide * 0.52 - Math.sin(near * 3.4) * 150 + near * 90) / (14 + 80 * near)) ** 2),
    )
    const rut = path * (0.6 + crisp(u * 60, depth * 40) * 0.8) * 26
    const light = 0.62 + dh * 2.2 + h * 0.22 - near * 0.2
    const edge = smoothstep(0, 0.05, y / 200)
    return [
      lerp(70, 176, light) + sparkle - rut,
      lerp(90, 192, light) + sparkle - rut,
      lerp(144, 230, light) + sparkle - rut * 0.8,
      edge,
    ]
  })
}

const houses = [
  { x: 890, y: 706, w: 200, depth: 0.4, seed: 3, flip: false, smoky: false },
  { x: 1780, y: 738, w: 260, depth: 0.46, seed: 9, flip: true, smoky: false },
  { x: 420, y: 806, w: 400, depth: 0.64, seed: 5, flip: true, smoky: true },
  { x: 1390, y: 902, w: 640, depth: 0.88, seed: 14, flip: false, smoky: true },
] as const

function mirrorImage(source: Canvas): Canvas {
  return layer(source.width, source.height, (ctx) => {
    ctx.scale(-1, 1)
    ctx.drawImage(source, -source.width, 0)
  })
}

/** Cedars beside the houses, and one so near that it is out of focus. */
function cedars(
  list: readonly (readonly [x: number, foot: number, tall: number])[],
  dark: string,
  white: string,
) {
  return layer(wide, tall, (ctx) => {
    const next = random(list.length * 7)
    for (const [x, foot, high] of list)
      snowCedar(ctx, next, { x: x + margin, foot: foot + margin, tall: high, dark, white })
  })
}

const softCedars = (...args: Parameters<typeof cedars>) => blurred(cedars(...args), 1.1)

const stage = once(() => ({
  sky: skyGradient(width, height, [
    [0, '#1d2b58'],
    [0.22, '#3d5188'],
    [0.42, '#7387b4'],
    [0.6, '#a9b3cf'],
    [1, '#a9b3cf'],
  ]),
  cloud: cloudLayer({
    seed: 6,
    width: 2400,
    height: 520,
    span: [560, 170],
    lit: '#8c9bc2',
    shade: '#2c3c6c',
    cover: 0.62,
    soft: 0.7,
    sun: [0.1, 1],
    opacity: 0.8,
    envelope: (v) => 1 - smoothstep(0.55, 1, v),
  }),
  far: slope(12, 330, 150, 620, ['#56699b', '#8f9ec4'], 20),
  middle: slope(18, 470, 120, 520, ['#364677', '#7282ae'], 36),
  near: slope(26, 590, 40, 420, ['#222f59', '#6878a6'], 62),
  field: snowfield(),
  houses: houses.map(({ w, seed, flip }) =>
    flip ? mirrorImage(paintGassho(w, seed)) : paintGassho(w, seed),
  ),
  beside: softCedars(
    [
      [640, 722, 190],
      [690, 734, 240],
      [1090, 716, 170],
      [1130, 726, 210],
      [180, 740, 250],
      [60, 760, 300],
    ],
    '#1b2749',
    '#b4c1e0',
  ),
  close: blurred(cedars([[-40, 1190, 640]], '#141d3a', '#b7c5e4'), 5),
  mists: [
    mistBand({ seed: 4, width: 2400, height: 190, hex: '#93a3c8', cover: 0.6, stretch: 4, opacity: 0.6 }),
    mistBand({ seed: 7, width: 2400, height: 120, hex: '#a9b6d4', cover: 0.56, stretch: 5, opacity: 0.55 }),
  ] as const,
}))

/** Smoke from the smoke-vents: puffs that rise, spread and thin, drawn out by the wind. */
const smoke = particles(8, 46, (next, index) => ({
  house: index % 2 ? 3 : 2,
  drift: next.bell() * 14,
  lag: next(),
  lives: 1,
}))

function drawSmoke(ctx: SKRSContext2D, phase: number, x0: number, y0: number, house: number) {
  const puff = glowSprite('#b9c3dc')
  ctx.save()
  smoke(phase, ({ life, traits }) => {
    if (traits.house !== house) return
    const r = 12 + 92 * life
    const x = x0 + 150 * life ** 1.6 + traits.drift * life * 2 + 10 * sway(phase, traits.lag) * life
    ctx.globalAlpha = 0.42 * smoothstep(0, 0.1, life) * (1 - life) ** 1.2
    ctx.drawImage(puff, x - r, y0 - 270 * life ** 0.85 - r, r * 2, r * 2)
  })
  ctx.restore()
}

const flakes = particles(55, 720, (next) => {
  const depth = next() ** 2.2
  return {
    depth,
    lives: depth > 0.45 ? 3 : depth > 0.12 ? 2 : 1,
    x: next.between(-0.1, 1.1),
    sweep: next.between(30, 130),
    lag: next(),
    swirl: next.between(6, 26),
  }
})

function drawFlakes(ctx: SKRSContext2D, phase: number, from: number, to: number) {
  const dot = glowSprite('#eef3ff')
  ctx.save()
  flakes(phase, ({ life, traits: { depth, x, sweep, lag, swirl } }) => {
    if (depth < from || depth >= to) return
    const r = 4.4 + depth * 17
    const px =
      x * width +
      (life - 0.5) * sweep * (0.6 + depth) +
      swirl * (0.4 + depth) * Math.sin(TAU * (life * 2 + lag))
    ctx.globalAlpha = lerp(0.6, 0.8, depth) * (depth > 0.6 ? 0.55 : 1)
    ctx.drawImage(dot, px - r, lerp(-40, height + 40, life) - r, r * 2, r * 2)
  })
  ctx.restore()
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 18, y: 3, zoom: 0.012 })
  ctx.drawImage(s.sky, 0, 0)
  drawFlow(ctx, s.cloud, phase, { x: -240, y: -20, distance: 90, width: 2400, height: 520 })
  drawLayer(ctx, view, 0.12, s.far, margin)
  drawFlow(ctx, s.mists[0], phase, { x: -240, y: 430, distance: 150, width: 2400, height: 190 })
  drawLayer(ctx, view, 0.22, s.middle, margin)
  drawFlow(ctx, s.mists[1], phase + 0.4, { x: -240, y: 560, distance: -120, width: 2400, height: 120 })
  drawLayer(ctx, view, 0.32, s.near, margin)
  drawFlakes(ctx, phase, 0, 0.04)
  ctx.drawImage(s.field, -margin + view.x * 0.5, 622 + view.y * 0.5)
  drawLayer(ctx, view, 0.45, s.beside, margin)
  houses.forEach(({ x, y, w, depth, flip, smoky }, i) => {
    const px = x + view.x * depth
    const py = y + view.y * depth
    const flicker = 0.94 + 0.06 * sway(phase, i * 0.31, 3)
    glow(ctx, {
      x: px,
      y: py + w * 0.05,
      radius: w * 0.85,
      hex: '#ffb060',
      strength: 0.4 * flicker,
      squash: 0.36,
    })
    const house = s.houses[i] as Canvas
    ctx.drawImage(house, px - house.width / 2, py - house.height * 0.86)
    glow(ctx, {
      x: px,
      y: py - w * 0.13,
      radius: w * 0.5,
      hex: '#ffa84e',
      strength: 0.34 * flicker,
      squash: 0.6,
    })
    glow(ctx, {
      x: px + (flip ? 0.12 : -0.12) * w,
      y: py + w * 0.06,
      radius: w * 0.62,
      hex: '#ff9f45',
      strength: 0.62 * flicker,
      squash: 0.2,
    })
    if (smoky) drawSmoke(ctx, phase, px + w * (flip ? -0.1 : 0.1), py - w * 0.86, i)
    if (i === 1) drawFlakes(ctx, phase, 0.04, 0.16)
  })
  drawLayer(ctx, view, 1.5, s.close, margin)
  drawFlakes(ctx, phase, 0.16, 2)
  film(ctx, { vignette: 0.42 })
}

export const scene: Scene = { slug: 'snow-on-gassho', width, height, fps: 24, seconds: 8, crf: 31, draw }
