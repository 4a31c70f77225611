import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawBird } from '../kit/bird-flight.ts'
import { H, PAD, paintRidge, type Ridge, W } from '../kit/cedar-ridge.ts'
import { lerp, smoothstep, wave } from '../kit/curve.ts'
import { finish } from '../kit/finish.ts'
import { once } from '../kit/once.ts'
import { drawPagoda } from '../kit/pagoda.ts'
import { random } from '../kit/random.ts'
import { type ShadedLayer, shadedLayer } from '../kit/shaded-layer.ts'
import { driftAt, type NoiseTile, noiseTile, tileAt } from '../kit/tile-noise.ts'
import type { Scene } from '../scene.ts'

const SUN = { x: 1345, y: 392 }

function paintSky(): Canvas {
  const cloud = noiseTile(4, { size: 512, cells: 4, octaves: 6, gain: 0.52 })
  return shadedLayer(W / 2, H / 2).paint((px, py, out) => {
    const x = px * 2
    const y = py * 2
    const v = Math.min(1, y / 760)
    const d = Math.hypot((x - SUN.x) * 0.8, y - SUN.y)
    const glow = Math.exp(-d / 210)
    const wide = Math.exp(-d / 640)
    let r = lerp(92, 240, v ** 0.85) + 70 * wide
    let g = lerp(126, 196, v ** 0.9) + 34 * wide
    let b = lerp(160, 172, v) - 12 * wide
    const n = tileAt(cloud, x / 1900 + 0.1, y / 420) * 0.7 + tileAt(cloud, x / 800, y / 160) * 0.3
    const streak = smoothstep(0.48, 0.8, n) * smoothstep(600, 200, y) * 0.62
    r = lerp(r, 255, streak * (0.35 + 0.65 * wide))
    g = lerp(g, 214, streak * (0.4 + 0.6 * wide))
    b = lerp(b, 200, streak * 0.8)
    const disc = smoothstep(64, 58, Math.hypot(x - SUN.x, y - SUN.y))
    out[0] = lerp(r + 60 * glow, 255, disc)
    out[1] = lerp(g + 56 * glow, 246, disc)
    out[2] = lerp(b + 40 * glow, 222, disc)
  })
}

type Mist = {
  y: number
  depth: number
  drift: number
  strength: number
  tone: [number, number, number]
  offset: number
}

/** One band of mist flowing sideways; warmer and brighter under the sun. */
function paintMist(layer: ShadedLayer, noise: NoiseTile, m: Mist, phase: number): Canvas {
  const [r, g, b] = m.tone
  const k = W / layer.width
  return layer.paint((px, py, out) => {
    const x = px * k
    const y = py * k
    const around = (y - m.y) / m.depth
    const band = Math.exp(-around * around)
    if (band < 0.02) {
      out[3] = 0
      return
    }
    const warp = tileAt(noise, x / 1500 + m.offset, y / 700) * 0.22
    const n =
      driftAt(noise, x / 1500 + m.offset + warp, y / 300 + warp, m.drift, 0.02, phase) * 0.66 +
      driftAt(noise, x / 620, y / 150 + m.offset, m.drift * 1.9, 0, phase) * 0.34
    const sun = Math.exp(-Math.abs(x - SUN.x) / 520)
    out[0] = r + 26 * sun
    out[1] = g + 8 * sun
    out[2] = b - 14 * sun
    out[3] = 255 * Math.min(0.96, band * m.strength * smoothstep(0.22, 0.78, n + band * 0.16))
  })
}

const RIDGES: Ridge[] = [
  {
    seed: 3,
    low: 560,
    high: 330,
    peak: 0.98,
    tones: { shade: '#a3b0bf', body: '#aab5c2', lit: '#bfc0c2' },
    haze: '#e6cfc0',
    tree: 40,
    count: 2600,
  },
  {
    seed: 8,
    low: 640,
    high: 430,
    peak: 0.18,
    tones: { shade: '#8295a6', body: '#8b9cab', lit: '#ada9a6' },
    haze: '#dccbc2',
    tree: 74,
    count: 1300,
  },
  {
    seed: 14,
    low: 742,
    high: 560,
    peak: 0.86,
    tones: { shade: '#597286', body: '#637b8c', lit: '#94948f' },
    haze: '#cdc6c2',
    tree: 130,
    count: 620,
  },
  {
    seed: 19,
    low: 842,
    high: 700,
    peak: 0.25,
    tones: { shade: '#33505f', body: '#3c5a68', lit: '#757a70' },
    haze: '#b4b9ba',
    tree: 215,
    count: 330,
  },
  {
    seed: 27,
    low: 1060,
    high: 860,
    peak: 1.04,
    tones: { shade: '#10242c', body: '#183038', lit: '#47534a' },
    haze: '#22393f',
    tree: 400,
    count: 150,
  },
]

const MISTS: Mist[] = [
  { y: 560, depth: 90, drift: 0.1, strength: 0.9, tone: [240, 220, 204], offset: 0.1 },
  { y: 660, depth: 90, drift: 0.14, strength: 0.95, tone: [232, 216, 206], offset: 0.45 },
  { y: 775, depth: 84, drift: -0.16, strength: 0.95, tone: [220, 212, 208], offset: 0.7 },
  { y: 905, depth: 90, drift: 0.24, strength: 0.9, tone: [196, 200, 202], offset: 0.25 },
]

const PAGODA = {
  light: '#8d8584',
  dark: '#44566b',
  rib: '#3d4c5f88',
  edge: '#33404f',
  soffit: '#3a2f33',
  rafter: '#8f5f4e',
  wood: '#a4584a',
  shade: '#59383c',
  plaster: '#b9a598',
  lattice: '#5d6b62',
  metal: '#4b5158',
}

/** Morning air between us and the tower: warm where the sun strikes it, thicker towards the foot. */
function veil(c: SKRSContext2D): void {
  c.globalCompositeOperation = 'source-atop'
  const side = c.createLinearGradient(420, 0, 780, 0)
  side.addColorStop(0, 'rgba(110,130,152,0.42)')
  side.addColorStop(0.6, 'rgba(170,150,145,0.16)')
  side.addColorStop(1, 'rgba(255,206,150,0.34)')
  c.fillStyle = side
  c.fillRect(0, 0, W, H)
  const foot = c.createLinearGradient(0, 420, 0, 850)
  foot.addColorStop(0, 'rgba(214,200,194,0.04)')
  foot.addColorStop(1, 'rgba(214,204,200,0.5)')
  c.fillStyle = foot
  c.fillRect(0, 0, W, H)
}

function prepare(): (c: SKRSContext2D, phase: number) => void {
  const sky = paintSky()
  const ridges = RIDGES.map(paintRidge)
  const noise = noiseTile(40, { size: 512, cells: 4, octaves: 6, gain: 0.5 })
  const mistLayer = shadedLayer(W / 4, H / 4)
  const tower = createCanvas(W, H)
  drawPagoda(tower.getContext('2d'), 600, 812, 164, PAGODA)
  veil(tower.getContext('2d'))
  const next = random(5)
  const birds = Array.from({ length: 9 }, (_, i) => ({
    offset: 0.32 - Math.abs(i - 3) * 0.026 - next() * 0.01,
    y: 330 + (i - 3) * 17 + next() * 8,
    size: 12 + 4 * next(),
    flaps: 13,
    rise: 130,
    row: i * 0.7,
  }))
  return (c, phase) => {
    const pan = wave(phase)
    c.drawImage(sky, 0, 0, W, H)
    ridges.forEach((ridge, i) => {
      const sway = pan * (2 + i * i * 1.4)
      if (i === 2) {
        c.fillStyle = '#414a58'
        for (const b of birds) drawBird(c, b, phase)
      }
      if (i === 3) c.drawImage(tower, sway * 0.8, 0)
      c.drawImage(ridge, sway - PAD, 0)
      const mist = MISTS[i]
      if (mist) c.drawImage(paintMist(mistLayer, noise, mist, phase), 0, 0, W, H)
    })
    finish(c, { vignette: 0.25, grain: 0 })
  }
}

const painter = once(prepare)

export const scene: Scene = {
  slug: 'pagoda-in-mist',
  width: W,
  height: H,
  fps: 24,
  seconds: 8,
  crf: 29,
  draw: (c, phase) => painter()(c, phase),
}
