import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { lerp, sway, TAU, wave } from './curve.ts'
import { size } from './matsuri-night.ts'
import { once } from './once.ts'
import { random } from './random.ts'

const crowd = once(() => {
  const next = random(17)
  return Array.from({ length: 88 }, () => {
    const row = next()
    const robe = next.pick(['#1d1f42', '#3a1626', '#12233a', '#2a2030', '#402a22', '#1a1430'])
    const obi = next.pick(['#a8392f', '#c79a4a', '#5a4a8a', '#7a2f4f'])
    return {
      x: next.between(-30, size + 30),
      row,
      tall: next.between(0.9, 1.08),
      lag: next(),
      bun: next() < 0.35,
      robe,
      obi,
    }
  }).sort((a, b) => a.row - b.row)
})

/** Head, shoulders and robe of one person; `u` is the figure's scale, 1 at 150 pixels. */
type Figure = { x: number; top: number; foot: number; u: number; bun: boolean }

/** Lays the figure's outline, `grow` pixels wider, as the current path. */
function outline(ctx: SKRSContext2D, { x, top, foot, u, bun }: Figure, grow = 0) {
  ctx.beginPath()
  ctx.ellipse(x, top + 15 * u, 11.5 * u + grow, 14.5 * u + grow, 0, 0, TAU)
  if (bun) ctx.ellipse(x, top - 1 * u, 7 * u + grow, 6 * u + grow, 0, 0, TAU)
  ctx.moveTo(x - 6 * u - grow, top + 24 * u)
  ctx.bezierCurveTo(
    x - 8 * u,
    top + 38 * u - grow,
    x - 31 * u - grow,
    top + 34 * u - grow,
    x - 34 * u - grow,
    top + 56 * u,
  )
  ctx.bezierCurveTo(
    x - 38 * u - grow,
    top + 84 * u,
    x - 34 * u - grow,
    top + 98 * u,
    x - 27 * u - grow,
    top + 100 * u,
  )
  ctx.lineTo(x - 21 * u - grow, foot)
  ctx.lineTo(x + 21 * u + grow, foot)
  ctx.lineTo(x + 27 * u + grow, top + 100 * u)
  ctx.bezierCurveTo(
    x + 34 * u + grow,
    top + 98 * u,
    x + 38 * u + grow,
    top + 84 * u,
    x + 34 * u + grow,
    top + 56 * u,
  )
  ctx.bezierCurveTo(
    x + 31 * u + grow,
    top + 34 * u - grow,
    x + 8 * u,
    top + 38 * u - grow,
    x + 6 * u + grow,
    top + 24 * u,
  )
  ctx.closePath()
}

/** People seen from behind, dark against the stalls, rimmed by lantern light; they sway to the drum. */
export function drawCrowd(ctx: SKRSContext2D, phase: number, shift: number) {
  for (const { x, row, tall, lag, bun, robe, obi } of crowd()) {
    const u = lerp(0.46, 1.7, row ** 1.5) * tall
    const foot = lerp(866, 1290, row ** 1.25)
    const px = x + shift * lerp(0.5, 1.2, row) + 1.6 * u * sway(phase, lag, 2)
    const top = foot - 150 * u - 1.6 * u * Math.abs(wave(phase, 5, lag))
    const figure = { x: px, top, foot, u, bun }
    outline(ctx, figure, 1.3)
    ctx.fillStyle = alpha('#ff9a4a', 0.6 - 0.32 * row)
    ctx.fill()
    const cloth = ctx.createLinearGradient(0, top, 0, foot)
    cloth.addColorStop(0, mix('#120a10', robe, 0.1))
    cloth.addColorStop(0.22, mix('#120a10', robe, 0.2))
    cloth.addColorStop(0.32, mix(robe, '#ff9a4a', 0.16 * (1 - row)))
    cloth.addColorStop(1, mix('#0a060c', robe, 0.5 - 0.3 * row))
    outline(ctx, figure)
    ctx.fillStyle = cloth
    ctx.fill()
    ctx.fillStyle = alpha(mix(obi, '#0a060c', 0.4 + 0.35 * row), 0.9)
    ctx.fillRect(px - 22 * u, top + 74 * u, 44 * u, 13 * u)
    if (bun) ctx.fillRect(px - 11 * u, top + 68 * u, 22 * u, 26 * u)
  }
}
