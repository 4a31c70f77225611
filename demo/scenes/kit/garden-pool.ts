import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, lerp, smoothstep, TAU } from './curve.ts'
import { H, POOL, W } from './rain-garden.ts'
import { random } from './random.ts'

type Ring = { x: number; y: number; start: number; rate: number }

export function drawRing(c: SKRSContext2D, ring: Ring, phase: number): void {
  const life = fract(phase * ring.rate + ring.start)
  if (life > 0.5) return
  const age = life * 2
  const near = (ring.y - POOL.top) / (POOL.bottom - POOL.top)
  for (const lag of [0, 0.22]) {
    const grown = age - lag
    if (grown <= 0) continue
    const r = lerp(14, 74, near) * grown ** 0.7
    const fade = (1 - age) * (0.55 - lag)
    c.lineWidth = lerp(0.8, 2.2, near)
    c.strokeStyle = `rgba(238,247,246,${fade})`
    c.beginPath()
    c.ellipse(ring.x, ring.y, r, r * lerp(0.2, 0.34, near), 0, 0, TAU)
    c.stroke()
    c.strokeStyle = `rgba(30,52,52,${fade * 0.6})`
    c.beginPath()
    c.ellipse(ring.x, ring.y + c.lineWidth, r, r * lerp(0.2, 0.34, near), 0, 0.1, Math.PI - 0.1)
    c.stroke()
  }
}

/** The pool holds the garden upside down, dimmed and drawn out; stepping stones stand in it. */
export function paintPool(garden: Canvas, lantern: Canvas): Canvas {
  const canvas = createCanvas(W + 60, H)
  const c = canvas.getContext('2d')
  c.save()
  c.translate(0, POOL.top * 2 - 6)
  c.scale(1, -1)
  c.filter = 'blur(5px)'
  c.drawImage(garden, 0, 0)
  c.drawImage(lantern, 0, 0)
  c.restore()
  c.filter = 'none'
  const tint = c.createLinearGradient(0, POOL.top, 0, 975)
  tint.addColorStop(0, 'rgba(70,104,98,0.35)')
  tint.addColorStop(1, 'rgba(30,48,50,0.74)')
  c.fillStyle = tint
  c.fillRect(0, POOL.top - 10, W + 60, 300)
  const stones = [
    [620, 872, 90],
    [800, 822, 66],
    [940, 860, 80],
    [1100, 812, 56],
    [1215, 778, 42],
    [1060, 766, 36],
  ] as const
  for (const [x, y, r] of stones) paintStone(c, x, y, r)
  return canvas
}

/** A stepping stone with a worn, wet top: irregular rim, dark foot, sky caught on its far side. */
function paintStone(c: SKRSContext2D, x: number, y: number, r: number): void {
  const next = random(x)
  const rim = Array.from({ length: 14 }, () => 0.9 + 0.14 * next())
  const shape = (drop: number, grow: number) => {
    c.beginPath()
    for (let i = 0; i <= 56; i++) {
      const at = (i / 56) * 14
      const k = lerp(
        rim[Math.floor(at) % 14] as number,
        rim[Math.ceil(at) % 14] as number,
        smoothstep(0, 1, fract(at)),
      )
      c.lineTo(
        x + Math.cos((i / 56) * TAU) * r * k * grow,
        y + drop * r + Math.sin((i / 56) * TAU) * r * k * 0.3 * grow,
      )
    }
    c.closePath()
  }
  c.fillStyle = 'rgba(10,22,24,0.4)'
  shape(0.24, 1.12)
  c.fill()
  c.fillStyle = '#232b2c'
  shape(0.1, 1.02)
  c.fill()
  const top = c.createLinearGradient(x, y - r * 0.32, x, y + r * 0.32)
  top.addColorStop(0, '#a9b8b4')
  top.addColorStop(0.45, '#76827f')
  top.addColorStop(1, '#4a5553')
  c.fillStyle = top
  shape(0, 1)
  c.save()
  c.fill()
  c.clip()
  for (let i = 0; i < r * 4; i++) {
    const light = next()
    c.fillStyle = light > 0.5 ? `rgba(225,236,232,${0.16 * light})` : 'rgba(20,30,30,0.14)'
    c.beginPath()
    c.ellipse(
      x + (next() - 0.5) * 2 * r,
      y + (next() - 0.5) * 0.6 * r,
      1 + r * 0.06 * next(),
      0.6 + r * 0.02 * next(),
      0,
      0,
      TAU,
    )
    c.fill()
  }
  c.restore()
}
