import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, smoothstep, TAU } from './curve.ts'
import { bokeh, glow } from './glow.ts'
import { type Random, random } from './random.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

/** A band painted once that repeats every `width` pixels. */
export type Band = { canvas: Canvas; width: number; y: number; turns: number }

export function drawBand(c: SKRSContext2D, band: Band, phase: number): void {
  const x = -fract(phase * band.turns) * band.width
  for (let at = x; at < c.canvas.width; at += band.width) c.drawImage(band.canvas, at, band.y)
}

/** Draws `paint` once and again a band's width to either side, so that what crosses the edge comes back. */
function wrapped(c: SKRSContext2D, width: number, paint: () => void): void {
  for (const shift of [-width, 0, width]) {
    c.save()
    c.translate(shift, 0)
    paint()
    c.restore()
  }
}

/** Distant wooded hills in one flat tone; whole noise cells across, so that the ends meet. */
export function treeBand(
  seed: number,
  width: number,
  height: number,
  y: number,
  colour: string,
  turns: number,
): Band {
  const canvas = createCanvas(width, height)
  const c = canvas.getContext('2d')
  const rough = noiseTile(seed, { size: 512, cells: 6, octaves: 6, gain: 0.55 })
  c.fillStyle = colour
  c.beginPath()
  c.moveTo(0, height)
  for (let x = 0; x <= width; x += 3)
    c.lineTo(x, height * (0.95 - 0.9 * smoothstep(0.25, 0.95, tileAt(rough, x / width, 0.3))))
  c.lineTo(width, height)
  c.fill()
  return { canvas, width, y, turns }
}

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

/** Poles and sagging wires close to the train; blurred sideways by their speed. */
export function poleBand(height: number): Band {
  const width = 1240
  const sharp = createCanvas(width, height)
  const c = sharp.getContext('2d')
  wrapped(c, width, () => {
    const pole = c.createLinearGradient(600, 0, 640, 0)
    pole.addColorStop(0, 'rgba(6,9,18,0)')
    pole.addColorStop(0.3, 'rgba(6,9,18,0.95)')
    pole.addColorStop(0.7, 'rgba(6,9,18,0.95)')
    pole.addColorStop(1, 'rgba(6,9,18,0)')
    c.fillStyle = pole
    c.fillRect(600, 0, 40, height)
    for (const y of [92, 128]) {
      c.fillStyle = 'rgba(6,9,18,0.85)'
      c.fillRect(552, y, 136, 7)
      for (const dx of [-58, -30, 30, 58]) c.fillRect(618 + dx, y - 12, 7, 13)
    }
    c.strokeStyle = 'rgba(8,12,24,0.8)'
    for (const [y, sag, thick] of [
      [80, 96, 3],
      [84, 118, 2.4],
      [116, 88, 2.6],
      [120, 132, 3],
      [190, 150, 4.4],
    ] as const) {
      c.lineWidth = thick
      c.beginPath()
      c.moveTo(620, y)
      c.quadraticCurveTo(1240, y + sag, 1860, y)
      c.stroke()
    }
  })
  return { canvas: sharp, width, y: 0, turns: 6 }
}

/** Grass and fence flying past beneath the window, all smear. */
export function vergeBand(next: Random, height: number): Band {
  const width = 2600
  const canvas = createCanvas(width, 190)
  const c = canvas.getContext('2d')
  const ground = c.createLinearGradient(0, 90, 0, 190)
  ground.addColorStop(0, 'rgba(6,9,18,0)')
  ground.addColorStop(0.5, 'rgba(6,9,18,0.9)')
  ground.addColorStop(1, 'rgba(5,7,14,1)')
  c.fillStyle = ground
  c.fillRect(0, 90, width, 100)
  const streaks = Array.from({ length: 260 }, () => ({
    x: next() * width,
    y: next.between(50, 188),
    w: next.between(90, 380),
    h: next.between(2, 9),
    tone: next(),
  }))
  wrapped(c, width, () => {
    for (const s of streaks) {
      const smear = c.createLinearGradient(s.x, 0, s.x + s.w, 0)
      const colour = s.tone > 0.8 ? '64,72,96' : s.tone > 0.5 ? '22,30,46' : '4,6,12'
      smear.addColorStop(0, `rgba(${colour},0)`)
      smear.addColorStop(0.5, `rgba(${colour},0.55)`)
      smear.addColorStop(1, `rgba(${colour},0)`)
      c.fillStyle = smear
      c.fillRect(s.x, s.y, s.w, s.h)
    }
  })
  return { canvas, width, y: height - 186, turns: 6 }
}
