import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, smoothstep } from './curve.ts'
import type { Random } from './random.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

/** A band painted once that repeats every `width` pixels. */
export type Band = { canvas: Canvas; width: number; y: number; turns: number }

export function drawBand(c: SKRSContext2D, band: Band, phase: number): void {
  const x = -fract(phase * band.turns) * band.width
  for (let at = x; at < c.canvas.width; at += band.width) c.drawImage(band.canvas, at, band.y)
}

/** Draws `paint` once and again a band's width to either side, so that what crosses the edge comes back. */
export function wrapped(c: SKRSContext2D, width: number, paint: () => void): void {
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
