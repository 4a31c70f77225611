import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { layer } from './layer.ts'
import { random } from './random.ts'

function concrete(ctx: SKRSContext2D, y: number, h: number, light: string, dark: string) {
  const fill = ctx.createLinearGradient(0, y, 0, y + h)
  fill.addColorStop(0, light)
  fill.addColorStop(1, dark)
  return fill
}

/** A railway viaduct seen from the side: parapet whose top is at `top`, deck, pillars, masts for the wire. */
export function paintViaduct(width: number, height: number, top: number): Canvas {
  return layer(width, height, (ctx) => {
    const next = random(14)
    for (let x = 270; x < width; x += 560) {
      ctx.fillStyle = '#5b6676'
      ctx.fillRect(x - 3, top - 126, 6, 126)
      ctx.fillStyle = '#8d9aab'
      ctx.fillRect(x - 3, top - 126, 2, 126)
      ctx.strokeStyle = '#5b6676'
      ctx.lineWidth = 3
      ctx.beginPath()
      ctx.moveTo(x, top - 118)
      ctx.lineTo(x + 54, top - 118)
      ctx.moveTo(x, top - 92)
      ctx.lineTo(x + 44, top - 116)
      ctx.stroke()
    }
    for (let x = 60; x < width; x += 268) {
      const pier = ctx.createLinearGradient(x, 0, x + 58, 0)
      pier.addColorStop(0, '#cfd0c8')
      pier.addColorStop(0.3, '#b3b6b2')
      pier.addColorStop(1, '#74808c')
      ctx.fillStyle = pier
      ctx.fillRect(x, top + 62, 58, 260)
      ctx.beginPath()
      ctx.moveTo(x - 22, top + 58)
      ctx.lineTo(x + 80, top + 58)
      ctx.lineTo(x + 58, top + 84)
      ctx.lineTo(x, top + 84)
      ctx.fill()
    }
    ctx.fillStyle = concrete(ctx, top + 34, 30, '#7d8790', '#4f5a66')
    ctx.fillRect(0, top + 34, width, 30)
    ctx.fillStyle = concrete(ctx, top, 40, '#e6e4da', '#b4b8b6')
    ctx.fillRect(0, top, width, 38)
    ctx.fillStyle = 'rgba(255,255,250,0.75)'
    ctx.fillRect(0, top, width, 3)
    ctx.fillStyle = 'rgba(70,80,92,0.5)'
    ctx.fillRect(0, top + 36, width, 3)
    for (let x = 0; x < width; x += 67) {
      ctx.fillStyle = 'rgba(80,88,98,0.3)'
      ctx.fillRect(x, top + 3, 1.4, 34)
    }
    for (let i = 0; i < 260; i++) {
      ctx.fillStyle = `rgba(70,76,80,${next.between(0.03, 0.1)})`
      ctx.fillRect(next() * width, top + next.between(3, 24), next.between(1, 5), next.between(8, 20))
    }
  })
}
