import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { TAU } from './curve.ts'

function padOutline(c: SKRSContext2D, r: number, wobble: number): void {
  c.beginPath()
  c.moveTo(0, 0)
  for (let i = 0; i <= 90; i++) {
    const a = 0.2 + (i / 90) * (TAU - 0.4)
    const k = 1 + 0.02 * Math.sin(a * 5 + wobble) + 0.014 * Math.sin(a * 9 + wobble * 2)
    c.lineTo(Math.cos(a) * r * k, Math.sin(a) * r * k)
  }
  c.closePath()
}

/** A floating leaf of radius r in the middle of a square of 2.2 r; `hue` 80 young to 150 old. */
export function lilyPad(next: () => number, r: number, hue: number): Canvas {
  const canvas = createCanvas(Math.ceil(r * 2.2), Math.ceil(r * 2.2))
  const c = canvas.getContext('2d')
  c.translate(r * 1.1, r * 1.1)
  const wobble = next() * 6
  padOutline(c, r, wobble)
  c.fillStyle = `hsl(${hue - 40},34%,30%)`
  c.fill()
  padOutline(c, r * 0.975, wobble)
  const fill = c.createRadialGradient(-r * 0.2, -r * 0.3, r * 0.05, 0, 0, r)
  fill.addColorStop(0, `hsl(${hue - 14},42%,48%)`)
  fill.addColorStop(0.55, `hsl(${hue},40%,34%)`)
  fill.addColorStop(1, `hsl(${hue + 8},42%,23%)`)
  c.fillStyle = fill
  c.fill()
  c.save()
  c.clip()
  for (let i = 0; i < 240; i++) {
    c.fillStyle = next() > 0.5 ? 'rgba(200,220,140,0.05)' : 'rgba(10,30,20,0.06)'
    c.beginPath()
    c.arc((next() - 0.5) * 2 * r, (next() - 0.5) * 2 * r, r * (0.02 + 0.08 * next()), 0, TAU)
    c.fill()
  }
  drawVeins(c, r, hue)
  c.restore()
  for (let i = 0; i < 5; i++)
    drawBead(c, (next() - 0.5) * 1.1 * r, (next() - 0.5) * 1.1 * r, r * (0.018 + 0.03 * next()))
  return canvas
}

function drawVeins(c: SKRSContext2D, r: number, hue: number): void {
  c.strokeStyle = `hsla(${hue - 20},46%,62%,0.3)`
  for (let i = 0; i < 15; i++) {
    const a = 0.3 + (i / 14) * (TAU - 0.6)
    const x = Math.cos(a)
    const y = Math.sin(a)
    c.lineWidth = r * 0.013
    c.beginPath()
    c.moveTo(0, 0)
    c.lineTo(x * r * 0.62, y * r * 0.62)
    for (const fork of [-0.14, 0.14]) {
      c.moveTo(x * r * 0.62, y * r * 0.62)
      c.lineTo(Math.cos(a + fork) * r * 0.93, Math.sin(a + fork) * r * 0.93)
    }
    c.stroke()
  }
}

/** A drop of water standing on the leaf. */
function drawBead(c: SKRSContext2D, x: number, y: number, r: number): void {
  c.fillStyle = 'rgba(8,30,22,0.4)'
  c.beginPath()
  c.arc(x + r * 0.3, y + r * 0.4, r, 0, TAU)
  c.fill()
  c.fillStyle = 'rgba(190,225,200,0.5)'
  c.beginPath()
  c.arc(x, y, r, 0, TAU)
  c.fill()
  c.fillStyle = 'rgba(255,255,255,0.9)'
  c.beginPath()
  c.arc(x - r * 0.3, y - r * 0.35, r * 0.32, 0, TAU)
  c.fill()
}

/** An open water lily of radius r in the middle of a square of 2.4 r, seen from above. */
export function waterLily(r: number): Canvas {
  const canvas = createCanvas(Math.ceil(r * 2.4), Math.ceil(r * 2.4))
  const c = canvas.getContext('2d')
  c.translate(r * 1.2, r * 1.2)
  for (let ring = 0; ring < 4; ring++) {
    const reach = r * (1 - ring * 0.2)
    const petals = 11 - ring
    for (let i = 0; i < petals; i++) {
      c.save()
      c.rotate((i / petals) * TAU + ring * 0.3)
      const petal = c.createLinearGradient(0, 0, 0, -reach)
      petal.addColorStop(0, '#fff0c8')
      petal.addColorStop(0.35, `hsl(${338 - ring * 3},78%,${88 + ring * 2}%)`)
      petal.addColorStop(1, `hsl(${334 - ring * 3},66%,${70 + ring * 5}%)`)
      c.shadowColor = 'rgba(90,20,50,0.35)'
      c.shadowBlur = r * 0.06
      c.fillStyle = petal
      c.beginPath()
      c.moveTo(0, 0)
      c.bezierCurveTo(reach * 0.28, -reach * 0.25, reach * 0.22, -reach * 0.8, 0, -reach)
      c.bezierCurveTo(-reach * 0.22, -reach * 0.8, -reach * 0.28, -reach * 0.25, 0, 0)
      c.fill()
      c.restore()
    }
  }
  for (let i = 0; i < 26; i++) {
    const a = i * 2.4
    const d = r * 0.17 * Math.sqrt(i / 26)
    c.fillStyle = i % 2 ? '#f7b93c' : '#ffd977'
    c.beginPath()
    c.arc(Math.cos(a) * d, Math.sin(a) * d, r * 0.035, 0, TAU)
    c.fill()
  }
  return canvas
}
