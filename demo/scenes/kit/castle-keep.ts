import type { SKRSContext2D } from '@napi-rs/canvas'
import { copperGable, copperSkirt } from './castle-roof.ts'
import { copper, gold, keepBrush, plaster } from './castle-view.ts'
import { keepWall } from './castle-wall.ts'
import { css, mix } from './tones.ts'

/** Half widths of each storey, where its wall begins and ends, and where its roof meets the next. */
const storeys = [
  { a: 292, b: 226, from: 0, to: 118, join: 168 },
  { a: 250, b: 188, from: 160, to: 246, join: 294 },
  { a: 206, b: 150, from: 286, to: 370, join: 416 },
  { a: 160, b: 112, from: 408, to: 480, join: 528 },
  { a: 116, b: 78, from: 520, to: 622, join: 0 },
] as const

/** A many-storeyed castle keep with white walls, copper roofs and gold, its corner turned to the viewer. */
export function paintKeep(ctx: SKRSContext2D, cx: number, foot: number) {
  const brush = keepBrush(ctx, cx, foot)
  const { to, fill } = brush
  const gables: readonly (readonly [floor: number, side: 0 | 1, s: number, half: number, tall: number])[] = [
    [0, 0, -0.48, 92, 80],
    [0, 0, 0.48, 92, 80],
    [0, 1, 0, 96, 84],
    [1, 0, 0, 112, 92],
    [2, 1, -0.42, 54, 50],
    [2, 1, 0.42, 54, 50],
    [3, 0, 0, 70, 58],
    [3, 1, 0, 58, 52],
  ]
  keepWall(brush, storeys[0], false)
  for (const [i, floor] of storeys.entries()) {
    const above = storeys[i + 1]
    if (!above) break
    copperSkirt(brush, [floor.a + 34, floor.b + 34, floor.to - 2], [above.a, above.b, floor.join])
    keepWall(brush, above, i === 3)
    for (const [on, side, s, half, tall] of gables) {
      if (on === i)
        copperGable(brush, { side, s, half, y: floor.to + 4, tall, a: floor.a + 24, b: floor.b + 22 })
    }
  }
  const last = storeys[4]
  copperSkirt(brush, [last.a + 36, last.b + 36, last.to - 2], [last.a * 0.92, last.b * 0.5, last.to + 46])
  copperSkirt(brush, [last.a * 0.98, last.b * 0.62, last.to + 40], [last.a * 0.94, 1, last.to + 112])
  copperGable(brush, {
    side: 1,
    s: 0,
    half: last.b * 0.66,
    y: last.to + 36,
    tall: 80,
    a: last.a * 0.97,
    b: last.b,
  })
  fill(
    css(mix(copper, plaster, 0.25)),
    [-last.a * 0.94, last.to + 108, -2],
    [last.a * 0.94, last.to + 108, -2],
    [last.a * 0.94, last.to + 118, -2],
    [-last.a * 0.94, last.to + 118, -2],
  )
  for (const end of [-1, 1]) {
    const [px, py] = to([end * last.a * 0.9, last.to + 117, 0])
    ctx.strokeStyle = css(gold)
    ctx.lineCap = 'round'
    for (let k = 0; k < 14; k++) {
      const t = k / 13
      ctx.lineWidth = 8 - t * 5
      ctx.beginPath()
      ctx.moveTo(px - end * 4 * Math.sin(t * 3), py - t * 26)
      ctx.lineTo(px - end * 4 * Math.sin(t * 3 + 0.2), py - t * 26 - 2)
      ctx.stroke()
    }
    ctx.lineWidth = 3
    ctx.beginPath()
    ctx.moveTo(px - end * 2, py - 26)
    ctx.lineTo(px + end * 8, py - 36)
    ctx.moveTo(px - end * 2, py - 26)
    ctx.lineTo(px - end * 9, py - 34)
    ctx.stroke()
  }
}
