import {
  copper,
  copperDark,
  gold,
  type KeepBrush,
  lightOn,
  type Point,
  plaster,
  shadow,
  sides,
  timber,
} from './castle-view.ts'
import { lerp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { css, mix, type Tone, tone } from './tones.ts'

interface Gable {
  side: 0 | 1
  s: number
  half: number
  y: number
  tall: number
  a: number
  b: number
}

/** A curving skirt of copper tiles from the eaves up to the next wall. */
export function copperSkirt({ ctx, roll, to, fill }: KeepBrush, [a0, b0, y0]: Point, [a1, b1, y1]: Point) {
  for (const { at, lit } of sides) {
    const up = (s: number) => 13 * Math.abs(s) ** 4
    const point = (s: number, t: number): Point =>
      at(s, lerp(y0, y1, t ** 1.35) + up(s) * (1 - t), lerp(a0, a1, t), lerp(b0, b1, t))
    for (let i = 0; i < 24; i++) {
      const s0 = (i / 24) * 2 - 1
      const s1 = ((i + 1.05) / 24) * 2 - 1
      const inner = (s: number) => at(s, y0 - 3, a0 - 36, b0 - 36)
      const [p, q] = [point(s0, 0), point(s1, 0)]
      const under = mix(shadow, plaster, i % 2 ? 0.3 : 0.42)
      fill(
        css(lightOn(under, lit, 0.8)),
        [p[0], p[1] - 4, p[2]],
        [q[0], q[1] - 4, q[2]],
        inner(s1),
        inner(s0),
      )
    }
    const columns = Math.round(a0 / 4.2)
    for (let i = 0; i < columns; i++) {
      const s0 = (i / columns) * 2 - 1
      const s1 = ((i + 1) / columns) * 2 - 1
      const mid = lerp(s0, s1, 0.5)
      for (let r = 0; r < 7; r++) {
        const t0 = r / 7
        const t1 = (r + 1.1) / 7
        const patina = 0.12 * noise(i / 5, r + y0 / 40) + 0.08 * (roll() - 0.5)
        const tones = [
          mix(copperDark, copper, 0.62 + patina + t0 * 0.12),
          mix(copperDark, copper, 0.24 + patina),
        ]
        fill(
          css(lightOn(tones[0] as Tone, lit, 1.06)),
          point(s0, t0),
          point(mid, t0),
          point(mid, t1),
          point(s0, t1),
        )
        fill(
          css(lightOn(tones[1] as Tone, lit)),
          point(mid, t0),
          point(s1, t0),
          point(s1, t1),
          point(mid, t1),
        )
      }
      const [px, py] = to(point(mid, 0))
      ctx.fillStyle = css(lightOn(i % 2 ? gold : copper, lit, 0.95))
      ctx.fillRect(px - 1.1, py - 1, 2.2, 3)
    }
    for (let i = 0; i < 40; i++) {
      const s0 = (i / 40) * 2 - 1
      const s1 = ((i + 1.05) / 40) * 2 - 1
      const [p, q] = [point(s0, 0), point(s1, 0)]
      fill(css(lightOn(tone('#efe6d6'), lit, 0.8)), p, q, [q[0], q[1] - 5, q[2]], [p[0], p[1] - 5, p[2]])
      if (i % 2)
        fill(
          css(lightOn(tone('#3c4a4a'), lit)),
          [p[0], p[1] - 4, p[2]],
          [q[0], q[1] - 4, q[2]],
          [q[0], q[1] - 8, q[2]],
          [p[0], p[1] - 8, p[2]],
        )
    }
  }
  for (let i = 0; i < 22; i++) {
    const t = i / 22
    const [px, py] = to([lerp(a0, a1, t), lerp(y0, y1, t ** 1.35) + 13 * (1 - t), -lerp(b0, b1, t)])
    ctx.fillStyle = css(mix(copper, tone('#e6efe2'), 0.3))
    ctx.beginPath()
    ctx.arc(px, py, 4.2, 0, 7)
    ctx.fill()
  }
}

/** A triangular gable standing out of a roof: bargeboards, plaster, a gold pendant. `side` 0 front, 1 right. */
export function copperGable({ ctx, roll, to, fill }: KeepBrush, { side, s, half, y, tall, a, b }: Gable) {
  const { at, lit } = sides[side]
  const width = side === 0 ? a : b
  const rim = (u: number): Point => at(s + (u * half) / width, y + tall * (1 - Math.abs(u)) ** 1.28, a, b)
  const inner = (u: number, by: number): Point =>
    at(s + (u * half * by) / width, y + tall * by * (1 - Math.abs(u)) ** 1.28, a, b)
  const us = Array.from({ length: 25 }, (_, i) => (i / 24) * 2 - 1)
  const back = (p: Point): Point => (side === 0 ? [p[0], p[1], p[2] + 46] : [p[0] - 46, p[1], p[2]])
  for (let i = 0; i < 24; i++) {
    const p = rim(us[i] as number)
    const q = rim(us[i + 1] as number)
    const c = mix(copperDark, copper, (i % 2 ? 0.3 : 0.62) + (i < 12 ? 0.12 : -0.1))
    fill(css(lightOn(c, lit)), p, q, back(q), back(p))
  }
  fill(css(lightOn(copperDark, lit)), ...us.map(rim))
  fill(css(lightOn(gold, lit, 0.95)), ...us.map((u) => inner(u, 0.93)))
  fill(css(lightOn(timber, lit, 1.2)), ...us.map((u) => inner(u, 0.87)))
  fill(css(lightOn(plaster, lit, 0.9)), ...us.map((u) => inner(u, 0.72)))
  for (let i = 0; i < 26; i++) {
    const [px, py] = to(at(s + ((roll() - 0.5) * half * 0.5) / width, y + tall * (0.3 + roll() * 0.44), a, b))
    ctx.fillStyle = css(lightOn(gold, lit, 0.7 + roll() * 0.6))
    ctx.fillRect(px - 1.6, py - 1.6, 3.2, 3.2)
  }
  const [gx, gy] = to(rim(0))
  ctx.fillStyle = css(gold)
  ctx.beginPath()
  ctx.ellipse(gx, gy - 3, 4, 7, 0, 0, 7)
  ctx.fill()
}
