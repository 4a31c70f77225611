import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { lerp, TAU } from './curve.ts'
import { FOLIAGE, GATE, H, SUN, W } from './maple-colours.ts'
import { mapleLeafSprite, spraySprite } from './maple-leaf.ts'
import { random } from './random.ts'
import { shadedLayer } from './shaded-layer.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

export function paintBackdrop(): Canvas {
  const air = noiseTile(6, { size: 256, cells: 4, octaves: 5 })
  return shadedLayer(W / 2, H / 2).paint((px, py, out) => {
    const x = px * 2
    const y = py * 2
    const d = Math.hypot(x - SUN.x, y - SUN.y)
    const near = Math.exp(-d / 330)
    const wide = Math.exp(-d / 900)
    const n = tileAt(air, x / 900, y / 700) - 0.5
    out[0] = lerp(190, 255, wide * 1.1) + 60 * near + n * 18
    out[1] = lerp(140, 214, wide * 1.1) + 60 * near + n * 16
    out[2] = lerp(112, 140, wide * 1.1) + 74 * near + n * 14
  })
}

/** A wooded hillside of soft tiers, in the colours `rows`, washed by `haze`. */
export function paintWood(seed: number, top: number, haze: string, leafSize: number, count: number): Canvas {
  const canvas = createCanvas(W + 80, H)
  const c = canvas.getContext('2d')
  const next = random(seed)
  const shape = noiseTile(seed, { size: 256, cells: 3, octaves: 4 })
  const sprays = FOLIAGE.flatMap((tones) =>
    [0, 1].map(() =>
      spraySprite(next, { width: leafSize * 22, height: leafSize * 12, leaf: leafSize, count: 190, tones }),
    ),
  )
  for (let i = 0; i < count; i++) {
    const down = i / count
    const x = next() * (W + 160) - 40
    const y = top + 240 * (1 - tileAt(shape, x / 1900, 0.3)) + down * 330 + next() * 30
    const warm = Math.exp(-Math.hypot(x - SUN.x, y - SUN.y) / 500) * 2.6 + tileAt(shape, x / 500, y / 400) * 3
    const row = Math.min(3, Math.floor(warm + next() * 0.8))
    c.drawImage(sprays[row * 2 + (i % 2)] as Canvas, x - leafSize * 11, y - leafSize * 6)
  }
  c.globalCompositeOperation = 'source-atop'
  c.fillStyle = haze
  c.fillRect(0, 0, W + 80, H)
  return canvas
}

export function paintGround(): Canvas {
  const canvas = createCanvas(W + 80, H)
  const c = canvas.getContext('2d')
  const next = random(41)
  const soil = c.createLinearGradient(0, 770, 0, H)
  soil.addColorStop(0, '#8a5a3a')
  soil.addColorStop(0.35, '#5c3a2a')
  soil.addColorStop(1, '#24140f')
  c.fillStyle = soil
  c.fillRect(0, 796, W + 80, H)
  paintHedge(c, next)
  paintPath(c, next)
  const stamps = FOLIAGE.slice(0, 4).flatMap((row) => row.slice(1).map((t) => mapleLeafSprite(16, t)))
  for (let i = 0; i < 15000; i++) {
    const depth = next() ** 0.75
    const y = lerp(800, H + 20, depth ** 1.5)
    const x = next() * (W + 80)
    const away = Math.abs(x - 40 - GATE.x) / lerp(150, 560, depth ** 1.5)
    if (away < 1 && next() < 0.97 - 0.16 * away) continue
    const size = lerp(0.14, 1.05, depth ** 1.5) * (0.7 + 0.5 * next())
    const lit = Math.exp(-Math.abs(x - SUN.x) / 700) * 5
    c.save()
    c.translate(x, y)
    c.scale(size, size * 0.42)
    c.rotate(next() * TAU)
    c.globalAlpha = 0.55 + 0.45 * next()
    c.drawImage(stamps[Math.min(7, Math.floor(next() * 4 + lit * 0.7))] as Canvas, -17, -17)
    c.restore()
  }
  const shade = c.createLinearGradient(0, 900, 0, H)
  shade.addColorStop(0, 'rgba(20,8,10,0)')
  shade.addColorStop(1, 'rgba(20,8,10,0.55)')
  c.fillStyle = shade
  c.fillRect(0, 900, W + 80, 200)
  return canvas
}

/** Clipped azalea domes where the garden meets the wood. */
function paintHedge(c: SKRSContext2D, next: () => number): void {
  for (let i = 0; i < 34; i++) {
    const x = (i * (W + 80)) / 33
    if (Math.abs(x - 40 - GATE.x) < 330) continue
    const size = 52 + 40 * next()
    for (let d = 0; d < 320; d++) {
      const turn = -Math.PI * next()
      const far = Math.sqrt(next())
      const up = -Math.sin(turn) * far
      const lit = up * 0.6 + 0.4 * next() + 0.25 * Math.cos(turn) * far
      c.fillStyle = `rgb(${60 + 90 * lit},${44 + 62 * lit},${30 + 16 * lit})`
      c.beginPath()
      c.ellipse(x + Math.cos(turn) * far * size, 818 - up * size * 0.8, 4, 2.6, next() * 3, 0, TAU)
      c.fill()
    }
  }
}

/** Worn flagstones running up to the steps, in perspective. */
function paintPath(c: SKRSContext2D, next: () => number): void {
  const x0 = GATE.x + 40
  c.save()
  c.beginPath()
  for (const k of [0, 0.1, 0.3, 0.6, 1]) c.lineTo(x0 - lerp(168, 476, k), lerp(838, H + 30, k))
  for (const k of [1, 0.6, 0.3, 0.1, 0]) c.lineTo(x0 + lerp(168, 476, k), lerp(838, H + 30, k))
  c.clip()
  c.fillStyle = '#4a3a30'
  c.fillRect(0, 830, W + 80, 300)
  for (let row = 0; row < 22; row++) {
    const near = (row / 22) ** 1.6
    const far = ((row + 1) / 22) ** 1.6
    const y0 = lerp(838, H + 30, near)
    const y1 = lerp(838, H + 30, far)
    const half = lerp(165, 470, near)
    const halfLow = lerp(165, 470, far)
    for (let s = -4; s < 4; s++) {
      const shift = row % 2 ? 0.5 : 0
      const l = Math.max(-1, (s + shift) / 3)
      const r = Math.min(1, (s + 1 + shift) / 3)
      const tone = 118 + 34 * next() - 46 * near
      c.fillStyle = `rgb(${tone + 22},${tone},${tone - 16})`
      c.beginPath()
      c.moveTo(x0 + half * l + 1.5, y0 + 1)
      c.lineTo(x0 + half * r - 1.5, y0 + 1)
      c.lineTo(x0 + halfLow * r - 1.5, y1 - 1)
      c.lineTo(x0 + halfLow * l + 1.5, y1 - 1)
      c.fill()
    }
  }
  c.restore()
  const glow = c.createRadialGradient(x0, 850, 10, x0, 850, 420)
  glow.addColorStop(0, 'rgba(255,220,150,0.75)')
  glow.addColorStop(1, 'rgba(255,200,120,0)')
  c.globalCompositeOperation = 'soft-light'
  c.fillStyle = glow
  c.fillRect(0, 800, W + 80, 300)
  c.globalCompositeOperation = 'source-over'
}
