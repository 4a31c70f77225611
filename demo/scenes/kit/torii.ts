import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { mix } from './colour.ts'
import { layer } from './layer.ts'
import { fractal } from './noise.ts'
import { random } from './random.ts'

interface Tones {
  lit: string
  body: string
  shade: string
}

const vermilion: Tones = { lit: '#f28a55', body: '#b13a2a', shade: '#5b1f2c' }
const bark: Tones = { lit: '#a8705a', body: '#4a3040', shade: '#2b2238' }

/** Across a round post: light from the left behind, a dark core, a little sky on the right. */
function roundFill(ctx: SKRSContext2D, x0: number, x1: number, { lit, body, shade }: Tones) {
  const fill = ctx.createLinearGradient(x0, 0, x1, 0)
  fill.addColorStop(0, lit)
  fill.addColorStop(0.14, mix(lit, body, 0.55))
  fill.addColorStop(0.38, body)
  fill.addColorStop(0.74, shade)
  fill.addColorStop(0.93, mix(shade, '#4a4a78', 0.35))
  fill.addColorStop(1, mix(body, '#7a6f96', 0.4))
  return fill
}

/** A trunk left as it grew: slightly bowed, thicker at the foot. */
function post(
  ctx: SKRSContext2D,
  x: number,
  top: number,
  foot: number,
  [thin, thick]: [number, number],
  lean = 0,
) {
  ctx.beginPath()
  ctx.moveTo(x - thin + lean, top)
  ctx.bezierCurveTo(x - thin + lean, top + 160, x - thick * 0.82, foot - 220, x - thick, foot)
  ctx.lineTo(x + thick, foot)
  ctx.bezierCurveTo(x + thick * 0.82, foot - 220, x + thin + lean, top + 160, x + thin + lean, top)
  ctx.closePath()
  ctx.fillStyle = roundFill(ctx, x - thick, x + thick, vermilion)
  ctx.fill()
}

/** A beam whose ends turn up by `rise`; lit along its lower edge by the low sun. */
function beam(
  ctx: SKRSContext2D,
  [x0, x1]: [number, number],
  y: number,
  thick: number,
  rise: number,
  tones: Tones,
) {
  const middle = (x0 + x1) / 2
  const edge = (offset: number, flare: number) => {
    ctx.bezierCurveTo(x0 + (middle - x0) * 0.35, y + offset, middle - 120, y + offset, middle, y + offset)
    ctx.bezierCurveTo(
      middle + 120,
      y + offset,
      x1 - (x1 - middle) * 0.35,
      y + offset,
      x1 + flare,
      y - rise + offset,
    )
  }
  ctx.beginPath()
  ctx.moveTo(x0 - thick * 0.28, y - rise)
  edge(0, thick * 0.28)
  ctx.lineTo(x1, y - rise + thick)
  ctx.bezierCurveTo(x1 - (x1 - middle) * 0.35, y + thick, middle + 120, y + thick, middle, y + thick)
  ctx.bezierCurveTo(middle - 120, y + thick, x0 + (middle - x0) * 0.35, y + thick, x0, y - rise + thick)
  ctx.closePath()
  const fill = ctx.createLinearGradient(0, y - rise, 0, y + thick)
  fill.addColorStop(0, mix(tones.body, tones.shade, 0.4))
  fill.addColorStop(0.55, tones.body)
  fill.addColorStop(0.86, tones.shade)
  fill.addColorStop(1, mix(tones.shade, tones.lit, 0.5))
  ctx.fillStyle = fill
  ctx.fill()
}

/** Weather: grain along the wood, stains where the tide stood. */
function weather(ctx: SKRSContext2D, width: number, height: number, foot: number) {
  const next = random(5)
  const patch = fractal(17, 3)
  ctx.save()
  ctx.globalCompositeOperation = 'source-atop'
  for (let i = 0; i < 2600; i++) {
    const x = next() * width
    const y = next() * height
    const dark = patch(x / 70, y / 160) > 0
    ctx.fillStyle = dark ? 'rgba(38,14,30,0.10)' : 'rgba(255,160,110,0.07)'
    ctx.fillRect(x, y, next.between(0.8, 2), next.between(14, 70))
  }
  const stain = ctx.createLinearGradient(0, foot - 130, 0, foot)
  stain.addColorStop(0, 'rgba(36,26,38,0)')
  stain.addColorStop(0.45, 'rgba(36,26,38,0.5)')
  stain.addColorStop(0.6, 'rgba(30,34,36,0.82)')
  stain.addColorStop(1, 'rgba(20,26,34,0.95)')
  ctx.fillStyle = stain
  ctx.fillRect(0, foot - 130, width, 150)
  ctx.restore()
}

/** A great four-legged shrine gate (ryobu torii) at dusk, sun low on the left; its feet stand at 640 of `height`. */
export function paintTorii(width: number, height: number): Canvas {
  const foot = 640
  const middle = width / 2
  return layer(width, height, (ctx) => {
    for (const side of [-1, 1]) {
      const x = middle + side * 268
      // The small legs before and behind, tied to the trunk by cross beams.
      post(ctx, x - 92, 344, foot, [13, 16])
      post(ctx, x + 92, 344, foot, [13, 16])
      for (const y of [382, 520]) beam(ctx, [x - 122, x + 122], y, 17, 0, vermilion)
      for (const at of [-92, 92]) {
        ctx.fillStyle = bark.body
        ctx.fillRect(x + at - 22, 334, 44, 9)
        ctx.fillStyle = bark.shade
        ctx.fillRect(x + at - 17, 326, 34, 9)
      }
      post(ctx, x, 150, foot + 4, [27, 41], -side * 10)
    }
    beam(ctx, [middle - 372, middle + 372], 268, 38, 0, vermilion)
    for (const side of [-1, 1]) {
      ctx.fillStyle = vermilion.shade
      ctx.fillRect(middle + side * 262 - 44, 260, 14, 20)
      ctx.fillRect(middle + side * 262 + 30, 260, 14, 20)
    }
    // Plaque and its struts.
    for (const at of [-52, 40]) {
      ctx.fillStyle = roundFill(ctx, middle + at, middle + at + 13, vermilion)
      ctx.fillRect(middle + at, 168, 13, 102)
    }
    ctx.fillStyle = '#2f2136'
    ctx.fillRect(middle - 33, 152, 66, 112)
    ctx.strokeStyle = '#c99a55'
    ctx.lineWidth = 4
    ctx.strokeRect(middle - 29, 156, 58, 104)
    ctx.fillStyle = 'rgba(214,168,98,0.75)'
    for (const y of [180, 214]) ctx.fillRect(middle - 11, y, 22, 20)
    for (const side of [-1, 1]) {
      ctx.fillStyle = '#3a1c2c'
      ctx.fillRect(middle + side * 258 - 40, 146, 80, 14)
    }
    beam(ctx, [middle - 440, middle + 440], 122, 34, 26, vermilion)
    beam(ctx, [middle - 470, middle + 470], 90, 36, 32, vermilion)
    beam(ctx, [middle - 500, middle + 500], 62, 31, 42, bark)
    weather(ctx, width, height, foot)
  })
}
