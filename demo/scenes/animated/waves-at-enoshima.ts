import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { clamp, fract, lerp, smoothstep, TAU, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { glow } from '../kit/glow.ts'
import { once } from '../kit/once.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { driftAt, type NoiseTile, noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const W = 1920
const H = 1080
const HORIZON = 476
const SUN = { x: 985, y: 402 }
const DEPTH = H - HORIZON

function skyColour(x: number, y: number, out: Float32Array): void {
  const v = clamp(y / HORIZON)
  const d = Math.hypot((x - SUN.x) * 0.62, y - SUN.y)
  const near = Math.exp(-d / 95)
  const wide = Math.exp(-d / 420)
  out[0] = lerp(70, 250, v ** 1.15) + 44 * wide + 60 * near
  out[1] = lerp(96, 172, v ** 1.3) + 46 * wide + 70 * near
  out[2] = lerp(150, 128, v ** 0.8) - 6 * wide + 90 * near
}

function skyPainter() {
  const layer = shadedLayer(W / 2, HORIZON / 2)
  const cloud = noiseTile(12, { size: 512, cells: 4, octaves: 6, gain: 0.54 })
  return (phase: number) =>
    layer.paint((px, py, out) => {
      const x = px * 2
      const y = py * 2
      skyColour(x, y, out)
      const d = Math.hypot((x - SUN.x) * 0.5, y - SUN.y)
      const squeeze = 90 + 190 * (1 - y / HORIZON)
      const warp = tileAt(cloud, x / 1900, y / 900) * 0.25
      const n =
        driftAt(cloud, x / 1700 + warp, y / squeeze, 0.05, 0, phase) * 0.72 +
        driftAt(cloud, x / 700, y / (squeeze * 0.45) + warp, 0.09, 0, phase) * 0.28
      const body = smoothstep(0.5, 0.86, n) * smoothstep(HORIZON, 330, y) * 0.85
      const lit = Math.exp(-d / 260)
      const under = smoothstep(0.52, 0.62, n) * smoothstep(0.8, 0.62, n)
      out[0] = lerp(out[0] as number, 150 + 105 * lit + 70 * under, body)
      out[1] = lerp(out[1] as number, 112 + 96 * lit + 34 * under, body)
      out[2] = lerp(out[2] as number, 132 + 30 * lit - 6 * under, body)
      const disc = smoothstep(37, 33, Math.hypot(x - SUN.x, y - SUN.y))
      out[0] = lerp(out[0] as number, 255, disc)
      out[1] = lerp(out[1] as number, 248, disc)
      out[2] = lerp(out[2] as number, 222, disc)
    })
}

/** Fuji beyond the bay, its hollow slopes and snow in evening haze, with the Hakone hills before it. */
function paintFuji(): Canvas {
  const canvas = createCanvas(W, HORIZON + 4)
  const c = canvas.getContext('2d')
  const rough = noiseTile(7, { size: 256, cells: 4, octaves: 5 })
  const side = (x: number) => Math.abs(x - 1400) / 400
  const slope = (x: number) =>
    HORIZON - 216 * Math.exp(-(side(x) ** 0.93) * 2.15) + 5 * (tileAt(rough, x / 130, 0.2) - 0.5)
  const top = HORIZON - 196
  const fill = c.createLinearGradient(0, top, 0, HORIZON)
  fill.addColorStop(0, '#75708f')
  fill.addColorStop(1, '#d89f8c')
  c.fillStyle = fill
  c.beginPath()
  c.moveTo(780, HORIZON)
  for (let x = 780; x <= W; x += 2) c.lineTo(x, Math.max(top + 4 * tileAt(rough, x / 40, 0.6), slope(x)))
  c.lineTo(W, HORIZON)
  c.fill()
  c.save()
  c.clip()
  for (let x = 1290; x < 1510; x += 2) {
    const y = Math.max(top, slope(x))
    const tongue = 34 + 46 * tileAt(rough, x / 90, 0.7) - 0.2 * Math.abs(x - 1400)
    const lit = smoothstep(1440, 1330, x)
    c.fillStyle = `rgba(${lerp(196, 255, lit)},${lerp(178, 226, lit)},${lerp(196, 208, lit)},0.85)`
    c.fillRect(x, y, 2, Math.max(0, tongue - (y - top) * 0.5))
  }
  c.restore()
  for (const [seed, rise, colour] of [
    [0.1, 46, '#c08a86'],
    [0.5, 28, '#a4747a'],
  ] as const) {
    c.fillStyle = colour
    c.beginPath()
    c.moveTo(1060, HORIZON)
    for (let x = 1060; x <= W; x += 3) {
      c.lineTo(x, HORIZON - rise * smoothstep(1060, 1400, x) * (0.35 + 0.9 * tileAt(rough, x / 760, seed)))
    }
    c.lineTo(W, HORIZON)
    c.fill()
  }
  return canvas
}

/** The wooded island with its lighthouse and the long bridge to the shore. */
function paintIsland(): Canvas {
  const canvas = createCanvas(W, HORIZON + 8)
  const c = canvas.getContext('2d')
  const next = random(9)
  const rough = noiseTile(17, { size: 256, cells: 4, octaves: 5 })
  const crest = (x: number) => {
    const u = (x - 420) / 270
    if (Math.abs(u) > 1) return HORIZON + 4
    const flat = (1 - Math.abs(u) ** 3.4) ** 0.9
    return (
      HORIZON -
      flat * (78 + 52 * Math.exp(-(((u + 0.12) / 0.5) ** 2))) -
      10 * tileAt(rough, x / 110, 0.3) * flat
    )
  }
  const body = c.createLinearGradient(0, 340, 0, HORIZON)
  body.addColorStop(0, '#3d3a4c')
  body.addColorStop(1, '#6a525c')
  c.fillStyle = body
  c.beginPath()
  c.moveTo(150, HORIZON + 4)
  for (let x = 150; x <= 690; x += 2) c.lineTo(x, crest(x))
  c.lineTo(690, HORIZON + 4)
  c.fill()
  for (let i = 0; i < 9000; i++) {
    const x = 160 + 520 * next()
    const y = crest(x) + next() ** 1.2 * 124
    if (y > HORIZON - 12) continue
    const lit = smoothstep(300, 690, x) * next()
    c.fillStyle = `rgba(${50 + 112 * lit + 16 * next()},${46 + 56 * lit + 10 * next()},${60 + 14 * lit},0.6)`
    c.beginPath()
    c.ellipse(x, y, 1.8 + 2.6 * next(), 1.4 + 1.6 * next(), 0, 0, TAU)
    c.fill()
  }
  c.fillStyle = '#4d3f4a'
  for (let i = 0; i < 60; i++) c.fillRect(150 + 540 * next(), HORIZON - 10 * next() - 2, 12 * next() + 3, 12)
  drawLighthouse(c, 392, crest(392) + 8)
  c.fillStyle = '#5c4b55'
  c.fillRect(0, HORIZON - 17, 190, 4)
  for (let x = 4; x < 180; x += 17) c.fillRect(x, HORIZON - 14, 2.4, 16)
  for (let x = 12; x < 180; x += 24) c.fillRect(x, HORIZON - 27, 1.2, 11)
  return canvas
}

function drawLighthouse(c: SKRSContext2D, x: number, base: number): void {
  c.fillStyle = '#3b3745'
  c.beginPath()
  c.moveTo(x - 9, base)
  c.lineTo(x - 4, base - 62)
  c.lineTo(x + 4, base - 62)
  c.lineTo(x + 9, base)
  c.fill()
  c.fillRect(x - 12, base - 70, 24, 9)
  c.fillRect(x - 9, base - 79, 18, 7)
  c.fillRect(x - 5, base - 89, 10, 9)
  c.fillRect(x - 1, base - 108, 2, 22)
  c.strokeStyle = '#8a6a66'
  c.lineWidth = 1
  for (let i = 0; i < 6; i++) {
    c.beginPath()
    c.moveTo(x - 8 + i * 0.8, base - i * 11)
    c.lineTo(x + 8 - i * 0.8, base - i * 11 - 9)
    c.stroke()
  }
}

/** One incoming wave along the whole shore: for every column its front, height and how far it has broken. */
type Front = {
  edge: Float32Array
  height: Float32Array
  broken: Float32Array
  wash: number
  drain: number
  travel: number
}

/** Age 0..4 in loops: rises far out, steepens, breaks in the third, runs up the sand and drains in the fourth. */
function shapeFront(front: Front, age: number, shape: NoiseTile): void {
  const run =
    age <= 2.9
      ? lerp(34, 402, smoothstep(-0.6, 3.5, age) ** 1.55 / smoothstep(-0.6, 3.5, 2.9) ** 1.55)
      : 402 + 62 * Math.sin(Math.min(1, (age - 2.9) / 0.62) * Math.PI * 0.5)
  const back = smoothstep(3.45, 4, age)
  front.wash = smoothstep(2.3, 2.9, age)
  front.drain = smoothstep(3.3, 3.98, age)
  front.travel = run
  for (let x = 0; x < W; x++) {
    const wobble = tileAt(shape, x / 2300 + 0.13, 0.3) - 0.5
    const fine = tileAt(shape, x / 620 + 0.4, 0.62) - 0.5
    const lean = run / 402
    front.edge[x] = run + (110 * wobble * lean + 26 * fine * lean) * (0.5 + 0.5 * front.wash) - back * 78
    const swell = smoothstep(0.1, 2.1, age) * smoothstep(2.95, 2.3, age)
    front.height[x] = 4 + 66 * swell * (0.72 + 0.7 * (tileAt(shape, x / 1500, 0.85) - 0.3))
    front.broken[x] = smoothstep(0, 0.4, age - 1.75 - 0.75 * tileAt(shape, x / 1700 + 0.5, 0.15))
  }
}

function seaPainter() {
  const layer = shadedLayer(W, DEPTH)
  const ripple = noiseTile(21, { size: 512, cells: 8, octaves: 5, gain: 0.55 })
  const foam = noiseTile(23, { size: 512, cells: 10, octaves: 4, gain: 0.55 })
  const shape = noiseTile(29, { size: 256, cells: 4, octaves: 3 })
  const fronts = Array.from(
    { length: 4 },
    (): Front => ({
      edge: new Float32Array(W),
      height: new Float32Array(W),
      broken: new Float32Array(W),
      wash: 0,
      drain: 0,
      travel: 0,
    }),
  )
  return (phase: number) => {
    fronts.forEach((front, i) => {
      shapeFront(front, phase + i, shape)
    })
    return layer.paint((x, ys, out) => shadeSea({ x, ys, phase, fronts, ripple, foam }, out))
  }
}

type SeaPoint = { x: number; ys: number; phase: number; fronts: Front[]; ripple: NoiseTile; foam: NoiseTile }

function shadeSea({ x, ys, phase, fronts, ripple, foam }: SeaPoint, out: Float32Array): void {
  const near = ys / DEPTH
  const far = 1 - near
  const across = (x - W / 2) / (60 + ys * 2.1)
  const deep = Math.log(ys + 14) * 1.7
  const big = tileAt(ripple, across * 0.42 + 0.2, deep * 0.9 - phase)
  const small = tileAt(ripple, across * 1.3 - phase, deep * 2.2 - phase * 2)
  let slope = (big - 0.5) * 1.0 + (small - 0.5) * 0.8
  let lip = 0
  let face = 0
  let foamy = 0
  let shade = 0
  for (const f of fronts) {
    const edge = f.edge[x] as number
    const height = f.height[x] as number
    const d = edge - ys
    if (f.wash < 1 && d > -height * 0.9 && d < height * 1.5) {
      const up = d / height
      const rising = smoothstep(-0.1, 0.12, up) * smoothstep(1.06, 0.98, up) * (1 - f.wash)
      face = Math.max(face, rising * clamp(up) * smoothstep(5, 26, height))
      shade = Math.max(shade, rising * (1 - clamp(up)) * smoothstep(4, 22, height))
      slope -= rising * 0.5
      const ragged = tileAt(foam, x / 240, f.travel / 300 + d / 200)
      const b = f.broken[x] as number
      lip = Math.max(
        lip,
        smoothstep(0.86 - 0.1 * b, 0.98, up) *
          smoothstep(1.08, 1, up) *
          smoothstep(14, 40, height) *
          (0.3 + 0.7 * ragged),
      )
      const tumble =
        smoothstep(1.05 - 1.2 * b, 1.15 - 1.1 * b, up + 0.3 * (ragged - 0.5)) * smoothstep(1.15, 0.96, up)
      foamy = Math.max(foamy, b * tumble * (0.55 + 0.6 * ragged) * (1 - f.wash))
    }
    const trail = (30 + 150 * f.wash) * (1 - 0.3 * f.drain)
    const b = f.broken[x] as number
    if (b > 0 && d > 0 && d < trail * 2.4) {
      const behind = d / (trail * 2.4)
      const lace = 1 - Math.abs(tileAt(foam, across * 1.1 + 0.3, (d + f.drain * 40) / 260 + 0.1) * 2 - 1)
      const cut = 0.42 + 0.5 * behind + 0.3 * f.drain
      const web = smoothstep(cut, cut + 0.24, lace)
      const front = Math.exp(-((d / (5 + 20 * f.wash * (1 - f.drain))) ** 2))
      const fade = (1 - behind) * (1 - f.drain) * smoothstep(0, 2.5, d)
      foamy = Math.max(foamy, b * fade * Math.max(web * 0.9, front * (1 - 0.75 * f.drain)))
    }
  }
  skyColour(x * 0.7 + W * 0.15, HORIZON - 60 - ys * 0.5 - slope * 260, out)
  const fresnel = clamp(0.34 + 0.5 * far ** 2 + slope * 0.35)
  const water = lerp(0.9, 1.15, near)
  let r = lerp(34 * water, out[0] as number, fresnel)
  let g = lerp(70 * water, out[1] as number, fresnel)
  let b = lerp(92 * water, out[2] as number, fresnel)
  const shore = smoothstep(0.66, 0.98, near)
  const sheen = Math.exp(-(((x - SUN.x) / 620) ** 2))
  r = lerp(r, 176 + 62 * sheen + 46 * slope, shore * 0.72)
  g = lerp(g, 124 + 44 * sheen + 40 * slope, shore * 0.72)
  b = lerp(b, 102 + 12 * sheen + 34 * slope, shore * 0.72)
  const span = 46 + ys * 0.46
  const lane = Math.exp(-(((x - SUN.x) / span) ** 2))
  const spark = smoothstep(0.5 - 0.12 * lane, 0.86, 0.5 * big + 0.5 * small + 0.12 * far)
  const glint = lane * (0.34 * far + spark * (0.5 + 0.9 * far)) * (1 - 0.55 * shore)
  r += 215 * glint
  g += 160 * glint
  b += 84 * glint
  r = lerp(r, 26, shade * 0.6)
  g = lerp(g, 54, shade * 0.6)
  b = lerp(b, 70, shade * 0.6)
  r = lerp(r, 96 + 110 * lane, face * 0.75)
  g = lerp(g, 138 + 40 * lane, face * 0.75)
  b = lerp(b, 122 - 14 * lane, face * 0.75)
  const white = clamp(Math.max(foamy, lip))
  const sunlit = 0.82 + 0.18 * lane
  const soft = tileAt(foam, across * 2.3, ys / 70)
  r = lerp(r, (236 + 30 * soft) * sunlit + 14, white)
  g = lerp(g, (202 + 42 * soft) * sunlit + 8, white)
  b = lerp(b, (182 + 46 * soft) * sunlit, white)
  const haze = Math.exp(-ys / 26) * 0.6
  out[0] = lerp(r, 250, haze)
  out[1] = lerp(g, 186, haze)
  out[2] = lerp(b, 136, haze)
}

/** Black kites circle over the bay, wings level, a whole turn a loop. */
function drawKite(
  c: SKRSContext2D,
  phase: number,
  at: { x: number; y: number; size: number; start: number },
): void {
  const a = TAU * fract(phase + at.start)
  const x = at.x + 120 * Math.cos(a)
  const y = at.y + 26 * Math.sin(a)
  const s = at.size * (1 + 0.16 * Math.sin(a))
  c.save()
  c.translate(x, y)
  c.rotate(0.22 * Math.cos(a + 0.6))
  c.fillStyle = '#4a3f4c'
  c.beginPath()
  c.moveTo(-s, -s * 0.16)
  c.quadraticCurveTo(-s * 0.5, -s * 0.34, -s * 0.1, -s * 0.06)
  c.lineTo(s * 0.1, -s * 0.06)
  c.quadraticCurveTo(s * 0.5, -s * 0.34, s, -s * 0.16)
  c.quadraticCurveTo(s * 0.5, -s * 0.1, s * 0.1, s * 0.1)
  c.lineTo(s * 0.14, s * 0.3)
  c.lineTo(-s * 0.14, s * 0.3)
  c.lineTo(-s * 0.1, s * 0.1)
  c.quadraticCurveTo(-s * 0.5, -s * 0.1, -s, -s * 0.16)
  c.fill()
  c.restore()
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const sky = skyPainter()
  const fuji = paintFuji()
  const island = paintIsland()
  const sea = seaPainter()
  return (c, phase) => {
    c.drawImage(sky(phase), 0, 0, W, HORIZON + 2)
    c.drawImage(fuji, 0, 0)
    c.drawImage(island, 0, 0)
    c.drawImage(sea(phase), 0, HORIZON)
    drawKite(c, phase, { x: 690, y: 210, size: 26, start: 0.1 })
    drawKite(c, phase, { x: 800, y: 150, size: 17, start: 0.55 })
    glow(c, { x: SUN.x, y: SUN.y, radius: 620, hex: '#ffb468', strength: 0.55 + 0.03 * wave(phase) })
    finish(c, { vignette: 0.3, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'waves-at-enoshima',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  draw: (c, phase) => painter()(c, phase),
}
