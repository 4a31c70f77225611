import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp, smoothstep, TAU } from './curve.ts'
import { shadedLayer } from './shaded-layer.ts'
import { type Track, trackAt } from './swim-track.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

type Tint = [number, number, number]
export type KoiCoat = { base: Tint; patch: Tint; ink?: Tint; cover: number; head?: boolean }

/** Half-width of a koi, as a share of its length, at t from nose 0 to tail root 1. */
const girth = (t: number) =>
  0.118 * Math.sin(Math.PI * clamp(t) ** 0.6) ** 0.85 * (1 - 0.25 * t) + 0.014 * smoothstep(0, 0.1, t)
const BODY = 0.8

/** A koi seen from above on 360×150, nose at the right: coat, scales, eyes, back fin and tail, deep by 0..1 in `water`. */
export function koiTexture(seed: number, coat: KoiCoat, depth: number, water: Tint): Canvas {
  const blot = noiseTile(seed, { size: 256, cells: 4, octaves: 4, gain: 0.42 })
  const layer = shadedLayer(360, 150)
  return layer.paint((px, py, out) => {
    const along = (352 - px) / 340
    const y = (py - 75) / 340
    out[3] = 0
    const t = along / BODY
    const half = girth(t)
    if (t > 0 && t < 1 && Math.abs(y) < half) {
      const v = y / half
      shadeBody(t, v, coat, tileAt(blot, along * 0.9 + 0.2, y * 1.6 + seed * 0.17), out)
      out[3] = 255 * smoothstep(1, 0.86, Math.abs(v))
    } else if (t >= 0.97) shadeTail((along - BODY * 0.97) / (1 - BODY * 0.97), y, coat, out)
    const sunk = 0.62 * depth
    for (let i = 0; i < 3; i++) out[i] = lerp(out[i] as number, water[i] as number, sunk)
  })
}

function shadeBody(t: number, v: number, coat: KoiCoat, n: number, out: Float32Array): void {
  const patch =
    smoothstep(1 - coat.cover - 0.03, 1 - coat.cover + 0.03, n) *
    (coat.head === false ? smoothstep(0.1, 0.16, t) : 1)
  const ink = coat.ink ? smoothstep(0.3, 0.26, n) * smoothstep(0.12, 0.2, t) : 0
  const round = 1 - 0.5 * Math.abs(v) ** 2.4
  const scale =
    t > 0.2 ? 0.93 + 0.07 * Math.cos(t * 150) * Math.cos(v * 11 + (Math.floor(t * 24) % 2) * 1.5) : 1
  const ridge = Math.exp(-((v / 0.1) ** 2)) * smoothstep(0.3, 0.4, t) * smoothstep(0.8, 0.62, t)
  const gloss = Math.exp(-(((v + 0.32) / 0.2) ** 2)) * 0.2 * smoothstep(0.03, 0.2, t) * smoothstep(1, 0.7, t)
  const eye = Math.hypot((t - 0.11) / 0.016, (Math.abs(v) - 0.74) / 0.1)
  for (let i = 0; i < 3; i++) {
    let k = lerp(coat.base[i] as number, coat.patch[i] as number, patch)
    if (coat.ink) k = lerp(k, coat.ink[i] as number, ink)
    k = k * round * scale * (1 - 0.22 * ridge) + 255 * gloss
    out[i] = eye < 1 ? 18 : k
  }
}

function shadeTail(k: number, y: number, coat: KoiCoat, out: Float32Array): void {
  if (k > 1) return
  const spread = lerp(0.02, 0.125, k ** 1.1)
  const notch = 0.62 + 0.38 * smoothstep(0, 0.7, Math.abs(y) / spread)
  if (Math.abs(y) > spread || k > notch) return
  const rays = 0.78 + 0.22 * Math.cos((y / spread) * 34)
  for (let i = 0; i < 3; i++) out[i] = lerp(coat.base[i] as number, 235, 0.25) * rays
  out[3] =
    210 * (1 - 0.55 * k) * smoothstep(1, 0.8, Math.abs(y) / spread) * smoothstep(notch, notch - 0.15, k)
}

export type Koi = {
  texture: Canvas
  fin: Tint
  track: Track
  start: number
  size: number
  beats: number
  depth: number
}

type Spine = { x: number; y: number; angle: number }

/** The spine as points every 3 texture pixels from nose to tail: it follows the track and swings more towards the tail. */
function spineOf(koi: Koi, phase: number): Spine[] {
  const { track, size, beats, start } = koi
  const head = (phase + start) * track.length
  const points = Array.from({ length: 122 }, (_, i) => {
    const d = i * 3 * size
    const [x, y] = trackAt(track, head - d)
    const [ax, ay] = trackAt(track, head - d + 6)
    const angle = Math.atan2(ay - y, ax - x)
    const k = i / 121
    const swing = size * (2 + 20 * k ** 1.7) * Math.sin(TAU * (phase * beats + start * 3 - k * 0.85))
    return { x: x - Math.sin(angle) * swing, y: y + Math.cos(angle) * swing, angle }
  })
  return points.map((p, i) => {
    const a = points[Math.max(0, i - 1)] as Spine
    const b = points[Math.min(121, i + 1)] as Spine
    return { ...p, angle: Math.atan2(a.y - b.y, a.x - b.x) }
  })
}

function drawSlices(c: SKRSContext2D, spine: Spine[], texture: Canvas, size: number): void {
  for (let i = spine.length - 1; i >= 0; i--) {
    const { x, y, angle } = spine[i] as Spine
    c.save()
    c.translate(x, y)
    c.rotate(angle)
    c.scale(size, size)
    const sx = 357 - i * 3
    c.drawImage(
      texture,
      Math.max(0, sx - 3),
      0,
      5,
      texture.height,
      -3,
      -texture.height / 2,
      5,
      texture.height,
    )
    c.restore()
  }
}

/** A translucent paired fin fanning out from the body; `side` −1 or 1, `spread` in radians from the body's axis. */
function drawFin(
  c: SKRSContext2D,
  at: Spine,
  koi: Koi,
  fin: { side: number; spread: number; long: number; out: number },
): void {
  c.save()
  c.translate(at.x, at.y)
  c.rotate(at.angle)
  c.translate(0, fin.side * fin.out * koi.size)
  c.rotate(Math.PI - fin.side * fin.spread)
  const r = fin.long * koi.size
  const [red, green, blue] = koi.fin
  const clear = 1 - 0.5 * koi.depth
  const web = c.createLinearGradient(0, 0, r, 0)
  web.addColorStop(0, `rgba(${red},${green},${blue},${0.85 * clear})`)
  web.addColorStop(0.55, `rgba(${red},${green},${blue},${0.5 * clear})`)
  web.addColorStop(1, `rgba(${red},${green},${blue},${0.16 * clear})`)
  c.fillStyle = web
  c.beginPath()
  c.moveTo(-r * 0.08, -r * 0.08)
  c.quadraticCurveTo(r * 0.5, -r * 0.5 * fin.side * 0.4 - r * 0.26, r * 0.98, -r * 0.3)
  c.bezierCurveTo(r * 1.1, -r * 0.05, r * 1.0, r * 0.3, r * 0.78, r * 0.46)
  c.quadraticCurveTo(r * 0.35, r * 0.34, -r * 0.08, r * 0.1)
  c.fill()
  c.strokeStyle = `rgba(${red * 0.7},${green * 0.7},${blue * 0.7},${0.3 * clear})`
  c.lineWidth = Math.max(0.6, r * 0.016)
  c.beginPath()
  for (let i = 0; i <= 8; i++) {
    const a = lerp(-0.27, 0.5, i / 8)
    c.moveTo(r * 0.06, 0)
    c.quadraticCurveTo(
      r * 0.5 * Math.cos(a * 0.6),
      r * 0.5 * Math.sin(a * 0.6),
      r * 0.95 * Math.cos(a),
      r * 0.95 * Math.sin(a),
    )
  }
  c.stroke()
  c.restore()
}

/** Paints the fish's shape where its shadow falls on the bottom; to be drawn small, darkened and blurred. */
export function drawKoiShadow(c: SKRSContext2D, koi: Koi, phase: number): void {
  c.save()
  c.translate(34 - 16 * koi.depth, 46 - 22 * koi.depth)
  drawSlices(c, spineOf(koi, phase), koi.texture, koi.size)
  c.restore()
}

/** Fins below, then the body as slices along its spine. */
export function drawKoi(c: SKRSContext2D, koi: Koi, phase: number): void {
  const spine = spineOf(koi, phase)
  const paddle = Math.sin(TAU * (phase * koi.beats * 0.5 + koi.start))
  for (const side of [-1, 1]) {
    drawFin(c, spine[27] as Spine, koi, { side, spread: 0.85 + 0.22 * paddle * side, long: 58, out: 24 })
    drawFin(c, spine[58] as Spine, koi, { side, spread: 0.55 - 0.12 * paddle * side, long: 36, out: 22 })
  }
  drawSlices(c, spine, koi.texture, koi.size)
}
