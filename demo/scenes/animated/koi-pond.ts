import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { drawKoi, drawKoiShadow, type Koi, type KoiCoat, koiTexture } from '../kit/koi.ts'
import { once } from '../kit/once.ts'
import { drawFloating, strewSurface } from '../kit/pond-floating.ts'
import { S, surfacePainter } from '../kit/pond-surface.ts'
import { random } from '../kit/random.ts'
import { shadedLayer } from '../kit/shaded-layer.ts'
import { swimTrack } from '../kit/swim-track.ts'
import { noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const WATER: [number, number, number] = [22, 72, 74]

/** Pebbles under green water, deeper towards the lower right. */
function paintBottom(): Canvas {
  const silt = noiseTile(2, { size: 512, cells: 4, octaves: 6, gain: 0.55 })
  const canvas = createCanvas(S, S)
  const c = canvas.getContext('2d')
  c.drawImage(
    shadedLayer(S, S).paint((x, y, out) => {
      const deep = smoothstep(0, 1500, Math.hypot(x - 200, y - 60))
      const n = tileAt(silt, x / 900, y / 900)
      out[0] = lerp(58, 8, deep) + 30 * (n - 0.5)
      out[1] = lerp(116, 42, deep) + 36 * (n - 0.5)
      out[2] = lerp(104, 52, deep) + 30 * (n - 0.5)
    }),
    0,
    0,
  )
  const next = random(4)
  for (let i = 0; i < 5200; i++) {
    const x = next() * S
    const y = next() * S
    const deep = smoothstep(0, 1300, Math.hypot(x - 200, y - 60))
    const bed = tileAt(silt, x / 520 + 0.4, y / 520)
    if (bed < 0.46 + 0.25 * next()) continue
    const r = 3 + 13 * next() ** 2.2
    const turn = next() * 3
    const flat = 0.66 + 0.24 * next()
    const light = lerp(66, 18, deep) + 34 * (next() - 0.5) * (1 - 0.6 * deep)
    c.fillStyle = `rgba(3,22,24,${0.4 * (1 - 0.6 * deep)})`
    c.beginPath()
    c.ellipse(x + r * 0.16, y + r * 0.24, r * 1.06, r * flat * 1.06, turn, 0, TAU)
    c.fill()
    const stone = c.createRadialGradient(x - r * 0.4, y - r * 0.4, 0, x, y, r)
    stone.addColorStop(0, `rgba(${light + 26},${light + 58},${light + 46},0.9)`)
    stone.addColorStop(1, `rgba(${light - 6},${light + 26},${light + 20},0.9)`)
    c.fillStyle = stone
    c.beginPath()
    c.ellipse(x, y, r, r * flat, turn, 0, TAU)
    c.fill()
  }
  return canvas
}

const WHITE: KoiCoat['base'] = [238, 232, 222]

const RED: KoiCoat['base'] = [214, 62, 26]

const INK: KoiCoat['base'] = [26, 28, 34]

const COATS: KoiCoat[] = [
  { base: [104, 84, 58], patch: [128, 104, 68], cover: 0.5 },
  { base: [98, 116, 134], patch: [190, 84, 44], cover: 0.32 },
  { base: WHITE, patch: RED, cover: 0.46 },
  { base: [232, 168, 60], patch: [246, 196, 92], cover: 0.5 },
  { base: WHITE, patch: RED, ink: INK, cover: 0.42, head: true },
  { base: WHITE, patch: [226, 78, 30], cover: 0.52, head: false },
  { base: [40, 40, 46], patch: [206, 66, 30], ink: [232, 226, 216], cover: 0.38 },
]

const TRACKS = [
  { x: 700, y: 640, rx: 430, ry: 300, bend: 60, turn: 0.4, back: true },
  { x: 380, y: 420, rx: 360, ry: 300, bend: 50, turn: 2.2 },
  { x: 560, y: 560, rx: 300, ry: 220, bend: 44, turn: 0.9 },
  { x: 640, y: 330, rx: 420, ry: 240, bend: 46, turn: 2.9, back: true },
  { x: 460, y: 730, rx: 380, ry: 250, bend: 40, turn: 0.1 },
  { x: 620, y: 520, rx: 470, ry: 360, bend: 70, turn: 1.4 },
  { x: 330, y: 620, rx: 350, ry: 300, bend: 60, turn: 3.6, back: true },
]

function stockPond(): Koi[] {
  return COATS.map((coat, i) => {
    const depth = 0.8 - i * 0.12
    const texture = koiTexture(50 + i * 3, coat, Math.max(0.06, depth), WATER)
    return {
      texture,
      fin: coat.base,
      track: swimTrack(TRACKS[i] as (typeof TRACKS)[number]),
      start: fract(i * 0.381 + 0.05),
      size: 0.66 + 0.055 * i,
      beats: 8 + (i % 3) * 2,
      depth: Math.max(0.06, depth),
    }
  })
}

/** All fish shadows together, painted at a quarter of the size, so that they are soft and cost little. */
function shadowPainter() {
  const sharp = createCanvas(S / 4, S / 4)
  const soft = createCanvas(S / 4, S / 4)
  const a = sharp.getContext('2d')
  const b = soft.getContext('2d')
  return (pond: Koi[], phase: number): Canvas => {
    a.clearRect(0, 0, S / 4, S / 4)
    a.save()
    a.scale(0.25, 0.25)
    for (const koi of pond) drawKoiShadow(a, koi, phase)
    a.restore()
    b.globalCompositeOperation = 'source-over'
    b.clearRect(0, 0, S / 4, S / 4)
    b.filter = 'blur(2.6px)'
    b.drawImage(sharp, 0, 0)
    b.filter = 'none'
    b.globalCompositeOperation = 'source-in'
    b.fillStyle = 'rgba(2,18,22,0.66)'
    b.fillRect(0, 0, S / 4, S / 4)
    return soft
  }
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const bottom = paintBottom()
  const pond = stockPond()
  const surface = surfacePainter()
  const floating = strewSurface()
  const shadows = shadowPainter()
  const below = createCanvas(S, S)
  return (c, phase) => {
    const b = below.getContext('2d')
    b.drawImage(bottom, 0, 0)
    b.drawImage(shadows(pond, phase), 0, 0, S, S)
    for (const f of floating) drawFloating(b, f, phase, true)
    for (const koi of pond) drawKoi(b, koi, phase)
    c.drawImage(surface(b.getImageData(0, 0, S, S).data, phase), 0, 0)
    for (const f of floating) drawFloating(c, f, phase, false)
    finish(c, { vignette: 0.4, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'koi-pond',
  width: S,
  height: S,
  fps: 24,
  seconds: 10,
  crf: 31,
  draw: (c, phase) => painter()(c, phase),
}
