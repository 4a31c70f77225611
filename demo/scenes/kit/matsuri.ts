import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { glow } from './glow.ts'
import { blurred, layer } from './layer.ts'
import { random } from './random.ts'

/** One stall: striped awning, lit counter, goods as smudges of colour, a name curtain. */
function stall(ctx: SKRSContext2D, x: number, foot: number, w: number, hue: string, seed: number) {
  const next = random(seed)
  const h = w * 0.95
  const inside = ctx.createLinearGradient(0, foot - h * 0.72, 0, foot)
  inside.addColorStop(0, '#ffe2a0')
  inside.addColorStop(0.5, '#ffb45c')
  inside.addColorStop(1, '#7a3320')
  ctx.fillStyle = inside
  ctx.fillRect(x + w * 0.05, foot - h * 0.72, w * 0.9, h * 0.72)
  for (let i = 0; i < 26; i++) {
    ctx.fillStyle = alpha(next.pick(['#d8402a', '#fff0c8', '#7a2a2a', '#f2c04e', '#4a7a6a']), 0.55)
    ctx.beginPath()
    ctx.arc(
      x + w * next.between(0.1, 0.9),
      foot - h * next.between(0.3, 0.55),
      w * next.between(0.015, 0.045),
      0,
      7,
    )
    ctx.fill()
  }
  ctx.fillStyle = '#3a1a1e'
  ctx.fillRect(x, foot - h * 0.3, w, h * 0.3)
  ctx.fillStyle = alpha(hue, 0.85)
  ctx.fillRect(x, foot - h * 0.29, w, h * 0.2)
  for (let i = 0; i < 7; i++) {
    const stripe = ctx.createLinearGradient(0, foot - h * 1.02, 0, foot - h * 0.62)
    const hex = i % 2 ? '#f6e6cc' : hue
    stripe.addColorStop(0, mix(hex, '#1a1030', 0.62))
    stripe.addColorStop(1, mix(hex, '#ff9c4a', 0.18))
    ctx.fillStyle = stripe
    const [a, b] = [x + (w * i) / 7, x + (w * (i + 1)) / 7]
    ctx.beginPath()
    ctx.moveTo(a + (x + w / 2 - a) * 0.16, foot - h * 1.02)
    ctx.lineTo(b + (x + w / 2 - b) * 0.16, foot - h * 1.02)
    ctx.lineTo(b, foot - h * 0.68)
    ctx.quadraticCurveTo((a + b) / 2, foot - h * 0.6, a, foot - h * 0.68)
    ctx.fill()
  }
  glow(ctx, { x: x + w / 2, y: foot - h * 0.58, radius: w * 0.5, hex: '#ffe6b0', strength: 0.8 })
}

/** A row of festival stalls at night, slightly out of focus. */
export function paintStalls(width: number, height: number): Canvas {
  const hues = ['#c8322a', '#2f6b8f', '#d9772b', '#8f2f5a', '#c8322a', '#3d7a5a', '#d9a02b']
  return blurred(
    layer(width, height, (ctx) => {
      const foot = height - 90
      for (let i = 0; i < 8; i++) {
        const off = Math.abs(i - 3.5) - 0.5
        const w = 118 + off * 22
        const x = width / 2 + (i < 4 ? -1 : 1) * (92 + off * 128 + (i < 4 ? w : 0) * 1)
        stall(ctx, x, foot + off * 12, w, hues[i % hues.length] as string, 20 + i)
      }
    }),
    2.2,
  )
}

/** The drum tower of a bon dance: two storeys, red and white curtain, a drum, a tiled roof edge of lights. */
export function paintYagura(width: number, height: number): Canvas {
  return layer(width, height, (ctx) => {
    const cx = width / 2
    const post = (x0: number, y0: number, x1: number, y1: number, w: number) => {
      ctx.strokeStyle = '#2a1418'
      ctx.lineWidth = w
      ctx.beginPath()
      ctx.moveTo(x0, y0)
      ctx.lineTo(x1, y1)
      ctx.stroke()
      ctx.strokeStyle = alpha('#ff9a50', 0.5)
      ctx.lineWidth = w * 0.22
      ctx.stroke()
    }
    for (const side of [-1, 1]) {
      post(cx + side * 64, 70, cx + side * 112, height - 10, 10)
      post(cx + side * 34, 84, cx + side * 50, height - 10, 7)
    }
    post(cx - 100, 350, cx + 90, 270, 5)
    post(cx + 100, 350, cx - 90, 270, 5)
    const inside = ctx.createRadialGradient(cx, 150, 4, cx, 150, 90)
    inside.addColorStop(0, '#ffe9b0')
    inside.addColorStop(0.6, '#e8803a')
    inside.addColorStop(1, '#4a1f22')
    ctx.fillStyle = inside
    ctx.fillRect(cx - 66, 96, 132, 92)
    // The drum and its drummer, dark against the light.
    ctx.fillStyle = '#2a1014'
    ctx.beginPath()
    ctx.roundRect(cx - 4, 132, 46, 46, 14)
    ctx.fill()
    const skin = ctx.createRadialGradient(cx + 16, 150, 2, cx + 20, 155, 24)
    skin.addColorStop(0, '#ffe3b0')
    skin.addColorStop(1, '#b9703a')
    ctx.fillStyle = skin
    ctx.beginPath()
    ctx.arc(cx + 19, 155, 17, 0, 7)
    ctx.fill()
    ctx.fillStyle = '#22100f'
    ctx.beginPath()
    ctx.ellipse(cx - 30, 127, 7, 8.5, 0, 0, 7)
    ctx.moveTo(cx - 36, 136)
    ctx.bezierCurveTo(cx - 48, 146, cx - 46, 170, cx - 43, 190)
    ctx.lineTo(cx - 19, 190)
    ctx.bezierCurveTo(cx - 18, 168, cx - 20, 152, cx - 14, 140)
    ctx.lineTo(cx - 2, 126)
    ctx.lineTo(cx - 6, 122)
    ctx.lineTo(cx - 24, 136)
    ctx.fill()
    for (const [top, tall, half] of [
      [180, 42, 88],
      [282, 36, 104],
    ] as const)
      for (let i = 0; i < 12; i++) {
        const w = (half * 2) / 12
        const fold = ctx.createLinearGradient(cx - half + i * w, 0, cx - half + (i + 1) * w, 0)
        const hex = i % 2 ? '#f4dcc0' : '#c02a22'
        fold.addColorStop(0, mix(hex, '#2a0e18', 0.25))
        fold.addColorStop(0.4, mix(hex, '#ffb060', 0.25))
        fold.addColorStop(1, mix(hex, '#2a0e18', 0.45))
        ctx.fillStyle = fold
        ctx.fillRect(cx - half + i * w, top, w + 0.5, tall)
      }
    ctx.fillStyle = '#1f1016'
    ctx.beginPath()
    ctx.moveTo(cx - 104, 96)
    ctx.quadraticCurveTo(cx - 44, 82, cx, 40)
    ctx.quadraticCurveTo(cx + 44, 82, cx + 104, 96)
    ctx.closePath()
    ctx.fill()
    ctx.strokeStyle = alpha('#ffa050', 0.7)
    ctx.lineWidth = 2
    ctx.stroke()
    ctx.fillRect(cx - 5, 20, 10, 26)
    for (let i = 0; i < 9; i++)
      glow(ctx, { x: cx - 92 + i * 23, y: 104, radius: 20, hex: '#ffc070' }, 'lighter')
  })
}
