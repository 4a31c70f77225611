import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { TAU } from './curve.ts'
import { bokeh, glow } from './glow.ts'
import { type Random, random } from './random.ts'
import { type Band, wrapped } from './train-view.ts'

type Lit = { x: number; y: number; w: number; h: number; hex: string; power: number }

const WARM = ['#ffc774', '#ffdb9a', '#ffb65c', '#ffe9c4', '#dfeaff']
const BASE = 250

/** A gabled house, a block of flats or a stand of trees; returns the windows that are lit. */
function paintBuilding(c: SKRSContext2D, next: Random, x: number): Lit[] {
  const kind = next()
  if (kind < 0.22) return paintGrove(c, next, x)
  const flats = kind > 0.74
  const w = flats ? next.between(170, 300) : next.between(110, 190)
  const h = flats ? next.between(130, 215) : next.between(70, 124)
  const wall = c.createLinearGradient(x, 0, x + w, 0)
  wall.addColorStop(0, '#0d1324')
  wall.addColorStop(1, '#1b2338')
  c.fillStyle = wall
  c.fillRect(x, BASE - h, w, h + 10)
  if (flats) {
    c.fillRect(x + w * 0.3, BASE - h - 16, 44, 18)
    c.fillRect(x + w * 0.7, BASE - h - 34, 2.5, 36)
  } else paintGable(c, next, { x, y: BASE - h, w })
  const lit: Lit[] = []
  const cols = Math.max(2, Math.floor(w / 44))
  const rows = Math.max(1, Math.floor((h - 12) / 44))
  for (let row = 0; row < rows; row++) {
    for (let col = 0; col < cols; col++) {
      if (next() < (flats ? 0.36 : 0.34)) continue
      lit.push({
        x: x + 12 + (col * (w - 24)) / cols,
        y: BASE - h + 16 + row * 44,
        w: flats ? 22 : 28,
        h: flats ? 20 : 24,
        hex: next.pick(WARM),
        power: next.between(0.4, 1),
      })
    }
  }
  return lit
}

function paintGable(c: SKRSContext2D, next: Random, { x, y, w }: { x: number; y: number; w: number }): void {
  const rise = next.between(26, 44)
  c.fillStyle = '#0a0f1c'
  c.beginPath()
  c.moveTo(x - 14, y + 6)
  c.quadraticCurveTo(x + w * 0.1, y - rise * 0.45, x + w * 0.26, y - rise)
  c.lineTo(x + w * 0.74, y - rise)
  c.quadraticCurveTo(x + w * 0.9, y - rise * 0.45, x + w + 14, y + 6)
  c.fill()
  c.strokeStyle = 'rgba(130,120,160,0.3)'
  c.lineWidth = 2
  c.beginPath()
  c.moveTo(x + w * 0.26, y - rise)
  c.lineTo(x + w * 0.74, y - rise)
  c.stroke()
}

function paintGrove(c: SKRSContext2D, next: Random, x: number): Lit[] {
  const crowns = Array.from({ length: 4 }, (_, i) => ({
    x: x + 20 + i * 42,
    top: next.between(60, 140),
    wide: next.between(26, 44),
  }))
  for (const crown of crowns) {
    for (let i = 0; i < 240; i++) {
      const turn = next() * TAU
      const far = Math.sqrt(next())
      const up = 0.5 - 0.5 * Math.sin(turn) * far
      c.fillStyle = up > 0.6 ? '#131b2c' : '#0a101d'
      c.beginPath()
      c.ellipse(
        crown.x + Math.cos(turn) * far * crown.wide * (1.1 - 0.4 * up),
        BASE - 6 - crown.top * up,
        5,
        3.4,
        next() * 3,
        0,
        TAU,
      )
      c.fill()
    }
  }
  return []
}

function lightWindow(c: SKRSContext2D, l: Lit): void {
  c.globalAlpha = l.power
  c.fillStyle = l.hex
  c.fillRect(l.x, l.y, l.w, l.h)
  c.fillStyle = 'rgba(10,16,30,0.7)'
  c.fillRect(l.x + l.w / 2 - 1, l.y, 2, l.h)
  c.globalAlpha = 1
  glow(c, { x: l.x + l.w / 2, y: l.y + l.h / 2, radius: 72, hex: l.hex, strength: 0.34 * l.power })
  glow(c, { x: l.x + l.w / 2, y: BASE + 66, radius: 26, hex: l.hex, strength: 0.55 * l.power, squash: 2.6 })
}

function paintStreetLamp(c: SKRSContext2D, x: number, hex: string): void {
  c.fillStyle = '#080c18'
  c.fillRect(x, BASE - 160, 5, 180)
  c.fillRect(x, BASE - 162, 32, 5)
  glow(c, { x: x + 28, y: BASE - 154, radius: 210, hex, strength: 0.8 })
  bokeh(c, x + 28, BASE - 154, 11, hex, 1)
  glow(c, { x: x + 28, y: BASE + 74, radius: 60, hex, strength: 0.85, squash: 2 })
}

/** The town along the line, its lamps and vending machine, and their sheen on the wet road; a little out of focus. */
export function townBand(next: Random, y: number): Band {
  const width = 3600
  const sharp = createCanvas(width, 480)
  const c = sharp.getContext('2d')
  const road = c.createLinearGradient(0, BASE, 0, 480)
  road.addColorStop(0, '#141b2e')
  road.addColorStop(0.35, '#1d2438')
  road.addColorStop(1, '#0a0e1a')
  c.fillStyle = road
  c.fillRect(0, BASE, width, 230)
  const plan: { x: number; seed: number }[] = []
  for (let x = 20; x < width - 120; x += next.between(120, 270)) plan.push({ x, seed: next.whole(1, 1e6) })
  wrapped(c, width, () => {
    const lit = plan.flatMap(({ x, seed }) => paintBuilding(c, random(seed), x))
    for (const l of lit) lightWindow(c, l)
    for (const [x, hex] of [
      [470, '#ffd9a0'],
      [1290, '#d8ecff'],
      [2130, '#ffc98a'],
      [2980, '#d8ecff'],
    ] as const)
      paintStreetLamp(c, x, hex)
    c.fillStyle = '#e6f3ff'
    c.fillRect(1720, BASE - 52, 36, 58)
    c.fillStyle = '#6fa8ff'
    c.fillRect(1724, BASE - 46, 28, 18)
    glow(c, { x: 1738, y: BASE - 20, radius: 170, hex: '#bcdcff', strength: 0.85 })
    glow(c, { x: 1738, y: BASE + 84, radius: 44, hex: '#bcdcff', strength: 0.7, squash: 2.2 })
  })
  const canvas = createCanvas(width, 480)
  const soft = canvas.getContext('2d')
  soft.filter = 'blur(2.5px)'
  for (const shift of [-width, 0, width]) soft.drawImage(sharp, shift, 0)
  return { canvas, width, y, turns: 1 }
}
