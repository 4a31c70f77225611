import type { Canvas } from '@napi-rs/canvas'
import { mix } from './colour.ts'
import { TAU } from './curve.ts'
import { layer } from './layer.ts'
import { fractal } from './noise.ts'
import { random } from './random.ts'

/** Clipped tea hedges, row before row, from `top` down to the picture's foot; light falls from the upper left. */
export function teaRows(width: number, height: number, top: number): Canvas {
  return layer(width, height, (ctx) => {
    const next = random(26)
    const swell = fractal(9, 3)
    const rows = 7
    for (let row = 0; row < rows; row++) {
      const near = row / (rows - 1)
      const y = top + (height - top + 26) * near ** 1.35
      const thick = 26 + 78 * near ** 1.2
      const crown = (x: number) =>
        y + (14 + 12 * near) * swell(x / 620 + row * 0.21, row * 0.4) - 10 * Math.sin((x / width) * 2.4)
      const body = ctx.createLinearGradient(0, y - 14, 0, y + thick)
      body.addColorStop(0, mix('#a8cc55', '#c8de70', 1 - near))
      body.addColorStop(0.3, mix('#6c9f3c', '#8cb850', 1 - near))
      body.addColorStop(0.72, mix('#2f6130', '#4d7e42', 1 - near))
      body.addColorStop(1, '#1d3f26')
      ctx.fillStyle = body
      ctx.beginPath()
      ctx.moveTo(0, height)
      for (let x = 0; x <= width + 6; x += 6) ctx.lineTo(x, crown(x) + next.bell() * (0.5 + near))
      ctx.lineTo(width, height)
      ctx.fill()
      const leaves = Math.round(5200 - 1200 * near)
      for (let i = 0; i < leaves; i++) {
        const x = next() * width
        const t = next() ** 1.7
        const lit = 1 - t * 1.15 + next.bell() * 0.2
        ctx.fillStyle = mix('#1f4a29', mix('#d3e67c', '#8fc04a', near * 0.4), Math.min(1, Math.max(0, lit)))
        ctx.globalAlpha = 0.75
        ctx.beginPath()
        const r = (1.1 + 3.2 * near) * next.between(0.6, 1.3)
        ctx.ellipse(x, crown(x) + t * thick * 0.95 - 2 * near, r * 1.3, r * 0.6, next.bell() * 0.7, 0, TAU)
        ctx.fill()
      }
      ctx.globalAlpha = 1
    }
  })
}
