import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { TAU } from './curve.ts'
import { drawKasugaLantern } from './kasuga-lantern.ts'
import { type LeafTones, spraySprite } from './maple-leaf.ts'
import { random } from './random.ts'
import { drawTempleGate } from './temple-gate.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

export const W = 1920

export const H = 1080

export const POOL = { top: 735, bottom: 945 }

const leaf = (light: string, body: string): LeafTones => ({ light, body, vein: body })

export const GREENS: LeafTones[] = [
  leaf('#35564c', '#2b4941'),
  leaf('#50735f', '#456653'),
  leaf('#7d9c74', '#6c8c66'),
  leaf('#a5bd86', '#94ae78'),
]

/** Mist, hills and wet trees: all that stands still beyond the pool. */
export function paintGarden(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const next = random(8)
  const air = c.createLinearGradient(0, 0, 0, POOL.top)
  air.addColorStop(0, '#a9bfc2')
  air.addColorStop(0.55, '#d3dfdb')
  air.addColorStop(1, '#b6c9c3')
  c.fillStyle = air
  c.fillRect(0, 0, W + 60, H)
  const shape = noiseTile(3, { size: 256, cells: 3, octaves: 4 })
  const rows = [
    { top: 250, fall: 260, haze: 'rgba(190,208,208,0.78)', leaf: 5, count: 420 },
    { top: 380, fall: 240, haze: 'rgba(160,188,185,0.56)', leaf: 7, count: 380 },
    { top: 500, fall: 200, haze: 'rgba(112,146,140,0.26)', leaf: 9, count: 300 },
  ]
  for (const [i, row] of rows.entries()) {
    c.drawImage(paintTier(row, i, shape, next), 0, 0)
    if (i === 0) c.drawImage(paintHall(), 0, 0)
  }
  return canvas
}

/** The main hall, no more than a shape in the rain. */
function paintHall(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  drawTempleGate(c, 800, 640, 255, {
    light: '#71858a',
    dark: '#52676d',
    rib: '#4a5e6466',
    edge: '#3c4f55',
    soffit: '#384a50',
    rafter: '#5d6f72',
    wood: '#4a5b5f',
    shade: '#37474c',
    plaster: '#a3b3b1',
    stone: '#7d908f',
    stoneShade: '#5c7071',
    plaque: '#3a4b50',
    gold: '#70858a',
  })
  c.globalCompositeOperation = 'source-atop'
  const haze = c.createLinearGradient(0, 230, 0, 640)
  haze.addColorStop(0, 'rgba(188,207,207,0.42)')
  haze.addColorStop(1, 'rgba(200,216,214,0.82)')
  c.fillStyle = haze
  c.fillRect(0, 0, W + 60, H)
  return canvas
}

type Tier = { top: number; fall: number; haze: string; leaf: number; count: number }

function paintTier(t: Tier, index: number, shape: ReturnType<typeof noiseTile>, next: () => number): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const sprays = [0, 1, 2].map((k) =>
    spraySprite(next, {
      width: t.leaf * 26,
      height: t.leaf * 11,
      leaf: t.leaf,
      count: 150,
      tones: GREENS.slice(k === 2 ? 1 : 0, k === 0 ? 3 : 4),
    }),
  )
  for (let i = 0; i < t.count; i++) {
    const x = next() * (W + 60)
    const gap = index > 0 ? 210 * Math.exp(-(((x - 800) / (300 - 40 * index)) ** 2)) : 0
    const y =
      t.top +
      gap +
      t.fall * 1.6 * (0.6 - tileAt(shape, x / 1500 + index * 0.37, 0.4)) +
      (i / t.count) ** 1.3 * 330
    c.drawImage(sprays[i % 3] as Canvas, x - t.leaf * 13, y)
  }
  c.globalCompositeOperation = 'source-atop'
  c.fillStyle = t.haze
  c.fillRect(0, 0, W + 60, H)
  return canvas
}

export function paintLantern(): Canvas {
  const canvas = createCanvas(W + 60, POOL.top + 30)
  const c = canvas.getContext('2d')
  const next = random(61)
  for (let i = 0; i < 5200; i++) {
    const x = next() * (W + 60)
    const hump = 36 + 18 * Math.sin(x / 190) + 9 * Math.sin(x / 61)
    const up = next()
    c.fillStyle = `hsl(${112 + 34 * next()},${10 + 12 * next()}%,${20 + 22 * up + 14 * next()}%)`
    c.beginPath()
    c.ellipse(x, POOL.top + 6 - hump * up, 2 + 4 * next(), 1.4 + 2.2 * next(), next() - 0.5, 0, TAU)
    c.fill()
  }
  drawKasugaLantern(c, 1395, 726, 270, {
    lit: '#b7c2bb',
    body: '#83908b',
    shade: '#46514f',
    window: '#ffd894',
    moss: '#72885c',
  })
  return canvas
}
