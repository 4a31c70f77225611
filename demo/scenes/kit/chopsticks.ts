import type { SKRSContext2D } from '@napi-rs/canvas'
import { lerp } from './curve.ts'
import { random } from './random.ts'

/** A pair of lacquered chopsticks on the counter, right of the bowl. */
export function paintChopsticks(ctx: SKRSContext2D) {
  const roll = random(4)
  for (const [x0, y0, x1, y1] of [
    [2070, 1600, 2400, 420],
    [2160, 1625, 2452, 440],
  ] as const) {
    for (const [dx, dy, colour, fat, blur] of [
      [26, 16, 'rgba(0,0,0,0.55)', 40, 9],
      [0, 0, '#3a0f0c', 34, 0],
      [-4, -1, '#7c241b', 22, 0],
      [-9, -2, 'rgba(255,190,140,0.55)', 5, 1],
    ] as const) {
      ctx.save()
      ctx.filter = blur ? `blur(${blur}px)` : 'none'
      ctx.fillStyle = colour
      const nx = (y1 - y0) / Math.hypot(x1 - x0, y1 - y0)
      const ny = -(x1 - x0) / Math.hypot(x1 - x0, y1 - y0)
      ctx.beginPath()
      ctx.moveTo(x0 + dx + nx * fat * 0.56, y0 + dy + ny * fat * 0.56)
      ctx.lineTo(x1 + dx + nx * fat * 0.24, y1 + dy + ny * fat * 0.24)
      ctx.lineTo(x1 + dx - nx * fat * 0.24, y1 + dy - ny * fat * 0.24)
      ctx.lineTo(x0 + dx - nx * fat * 0.56, y0 + dy - ny * fat * 0.56)
      ctx.fill()
      ctx.restore()
    }
    for (let i = 0; i < 3; i++) {
      const t = 0.1 + i * 0.022 + roll() * 0.004
      ctx.strokeStyle = '#d7a552'
      ctx.lineWidth = 5
      ctx.beginPath()
      ctx.moveTo(lerp(x0, x1, t) - 17, lerp(y0, y1, t) - 5)
      ctx.lineTo(lerp(x0, x1, t) + 17, lerp(y0, y1, t) + 5)
      ctx.stroke()
    }
  }
}
