import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { TAU, wave } from './curve.ts'
import { random } from './random.ts'

export type Pane = { x: number; y: number; w: number; h: number; corner: number }

/** What the pane gives back of the carriage: the ceiling light and straps swinging from their rail, all out of focus. */
export function reflectionPainter(pane: Pane): (phase: number) => Canvas {
  const canvas = createCanvas(pane.w / 2, pane.h / 2)
  const c = canvas.getContext('2d')
  c.scale(0.5, 0.5)
  return (phase) => {
    c.clearRect(0, 0, pane.w, pane.h)
    const warm = c.createRadialGradient(pane.w * 0.62, -260, 60, pane.w * 0.62, -260, 900)
    warm.addColorStop(0, 'rgba(255,196,124,0.42)')
    warm.addColorStop(1, 'rgba(255,190,120,0)')
    c.fillStyle = warm
    c.fillRect(0, 0, pane.w, pane.h)
    c.filter = 'blur(5px)'
    for (const [y, h, a] of [
      [34, 26, 0.42],
      [76, 8, 0.16],
    ] as const) {
      const tube = c.createLinearGradient(260, 0, pane.w - 40, 0)
      tube.addColorStop(0, 'rgba(255,228,188,0)')
      tube.addColorStop(0.3, `rgba(255,228,188,${a})`)
      tube.addColorStop(0.85, `rgba(255,228,188,${a})`)
      tube.addColorStop(1, 'rgba(255,228,188,0)')
      c.fillStyle = tube
      c.fillRect(260, y, pane.w - 300, h)
    }
    for (let i = 0; i < 7; i++) drawStrap(c, 330 + i * 212, phase, i)
    c.filter = 'none'
    return canvas
  }
}

function drawStrap(c: SKRSContext2D, x: number, phase: number, i: number): void {
  c.save()
  c.translate(x, 118)
  c.rotate(0.07 * wave(phase, 3, i * 0.045) + 0.025 * wave(phase, 7, i * 0.11))
  c.strokeStyle = 'rgba(255,206,150,0.17)'
  c.lineWidth = 10
  c.beginPath()
  c.moveTo(0, -10)
  c.lineTo(0, 78)
  c.stroke()
  c.lineWidth = 8
  c.strokeStyle = 'rgba(255,222,178,0.2)'
  c.beginPath()
  c.roundRect(-29, 78, 58, 60, [18, 18, 30, 30])
  c.stroke()
  c.restore()
}

/** The carriage wall round the pane and the sill below, lit warm from above, with two mandarins on it. */
export function paintCarriage(width: number, height: number, pane: Pane): Canvas {
  const canvas = createCanvas(width, height)
  const c = canvas.getContext('2d')
  const wall = c.createLinearGradient(0, 0, 0, height)
  wall.addColorStop(0, '#57483a')
  wall.addColorStop(0.5, '#33291f')
  wall.addColorStop(1, '#1e1813')
  c.fillStyle = wall
  c.fillRect(0, 0, width, height)
  for (const [grow, tone] of [
    [24, '#6f6354'],
    [20, '#2a241e'],
    [12, '#8a7d6b'],
    [8, '#14110f'],
  ] as const) {
    c.fillStyle = tone
    c.beginPath()
    c.roundRect(pane.x - grow, pane.y - grow, pane.w + grow * 2, pane.h + grow * 2, pane.corner + grow)
    c.fill()
  }
  const sill = c.createLinearGradient(0, 920, 0, height)
  sill.addColorStop(0, '#a18a6c')
  sill.addColorStop(0.1, '#6f5c46')
  sill.addColorStop(0.75, '#4a3c2d')
  sill.addColorStop(0.76, '#241c15')
  sill.addColorStop(1, '#120e0b')
  c.fillStyle = sill
  c.beginPath()
  c.roundRect(-20, 920, width + 40, 200, 14)
  c.fill()
  const pool = c.createRadialGradient(1500, 960, 20, 1500, 960, 420)
  pool.addColorStop(0, 'rgba(255,206,140,0.35)')
  pool.addColorStop(1, 'rgba(255,206,140,0)')
  c.fillStyle = pool
  c.fillRect(900, 921, 1020, 110)
  paintMandarin(c, 1462, 938, 58)
  paintMandarin(c, 1566, 946, 54)
  c.globalCompositeOperation = 'destination-out'
  c.beginPath()
  c.roundRect(pane.x, pane.y, pane.w, pane.h, pane.corner)
  c.fill()
  c.globalCompositeOperation = 'destination-over'
  return canvas
}

function paintMandarin(c: SKRSContext2D, x: number, y: number, r: number): void {
  const next = random(r)
  const under = c.createRadialGradient(x + 16, y + r * 0.82, 4, x + 16, y + r * 0.82, r * 1.5)
  under.addColorStop(0, 'rgba(10,6,4,0.75)')
  under.addColorStop(1, 'rgba(10,6,4,0)')
  c.fillStyle = under
  c.save()
  c.translate(0, (y + r * 0.82) * 0.72)
  c.scale(1, 0.28)
  c.fillRect(x - r * 2, y - r, r * 4.5, r * 4)
  c.restore()
  const skin = c.createRadialGradient(x - r * 0.25, y - r * 0.5, r * 0.1, x, y, r * 1.08)
  skin.addColorStop(0, '#ffc070')
  skin.addColorStop(0.4, '#f08a2c')
  skin.addColorStop(0.8, '#b4540f')
  skin.addColorStop(1, '#5c2608')
  c.fillStyle = skin
  c.beginPath()
  c.ellipse(x, y, r, r * 0.84, 0, 0, TAU)
  c.fill()
  c.save()
  c.clip()
  for (let i = 0; i < 420; i++) {
    c.fillStyle = next() < 0.5 ? 'rgba(120,48,6,0.16)' : 'rgba(255,214,150,0.14)'
    c.beginPath()
    c.arc(x + (next() - 0.5) * 2 * r, y + (next() - 0.5) * 2 * r, 1.3, 0, TAU)
    c.fill()
  }
  c.restore()
  c.fillStyle = '#5e6a2c'
  for (let i = 0; i < 5; i++) {
    c.beginPath()
    c.ellipse(
      x - r * 0.12 + Math.cos(i * 1.26) * r * 0.1,
      y - r * 0.66 + Math.sin(i * 1.26) * r * 0.045,
      r * 0.09,
      r * 0.035,
      i * 1.26,
      0,
      TAU,
    )
    c.fill()
  }
}
