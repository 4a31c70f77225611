import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU } from './curve.ts'
import { HORIZON, W } from './evening-sky.ts'
import { random } from './random.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

/** Fuji beyond the bay, its hollow slopes and snow in evening haze, with the Hakone hills before it. */
export function paintFuji(): Canvas {
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
export function paintIsland(): Canvas {
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

/** Black kites circle over the bay, wings level, a whole turn a loop. */
export function drawKite(
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
