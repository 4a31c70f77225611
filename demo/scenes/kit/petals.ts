import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { mix } from './colour.ts'

/** One five-petalled blossom, facing the viewer turned by `tilt` (0 face on .. 1 edge on). */
export function blossom(
  ctx: SKRSContext2D,
  {
    x,
    y,
    r,
    turn,
    tilt,
    light,
    heart,
  }: { x: number; y: number; r: number; turn: number; tilt: number; light: string; heart: string },
) {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  ctx.scale(1, 1 - tilt * 0.6)
  for (let i = 0; i < 5; i++) {
    ctx.rotate((Math.PI * 2) / 5)
    const fill = ctx.createLinearGradient(0, 0, 0, -r)
    fill.addColorStop(0, heart)
    fill.addColorStop(0.45, mix(heart, light, 0.75))
    fill.addColorStop(1, light)
    ctx.fillStyle = fill
    ctx.beginPath()
    ctx.moveTo(0, 0)
    ctx.bezierCurveTo(-r * 0.62, -r * 0.3, -r * 0.5, -r * 0.95, -r * 0.12, -r * 0.98)
    ctx.lineTo(0, -r * 0.86)
    ctx.lineTo(r * 0.12, -r * 0.98)
    ctx.bezierCurveTo(r * 0.5, -r * 0.95, r * 0.62, -r * 0.3, 0, 0)
    ctx.fill()
  }
  ctx.fillStyle = heart
  ctx.beginPath()
  ctx.arc(0, 0, r * 0.14, 0, Math.PI * 2)
  ctx.fill()
  ctx.restore()
}

/** A falling petal as a sprite, 64 pixels; turn and flatten it when drawing. */
export function petalSprite(light: string, shade: string): Canvas {
  const canvas = createCanvas(64, 64)
  const ctx = canvas.getContext('2d')
  const fill = ctx.createLinearGradient(10, 8, 54, 56)
  fill.addColorStop(0, light)
  fill.addColorStop(0.6, mix(light, shade, 0.35))
  fill.addColorStop(1, shade)
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.moveTo(32, 60)
  ctx.bezierCurveTo(6, 46, 6, 14, 25, 5)
  ctx.lineTo(32, 13)
  ctx.lineTo(39, 5)
  ctx.bezierCurveTo(58, 14, 58, 46, 32, 60)
  ctx.fill()
  return canvas
}
