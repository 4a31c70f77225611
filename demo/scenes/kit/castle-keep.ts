import type { SKRSContext2D } from '@napi-rs/canvas'
import { lerp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { random } from './random.ts'
import { css, mix, scaled, type Tone, tone } from './tones.ts'

type Point = readonly [x: number, y: number, z: number]
type Flat = readonly [x: number, y: number]

const plaster = tone('#f6f0e4')
const timber = tone('#23272b')
const copper = tone('#7fae9c')
const copperDark = tone('#2f5a54')
const gold = tone('#e2b04a')
const shadow = tone('#5c6f8c')

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
  const roll = random(5)
  const cos = Math.cos(0.56)
  const sin = Math.sin(0.56)
  const to = ([x, y, z]: Point): Flat => {
    const depth = 2100 / (2100 - x * sin + z * cos)
    return [cx + (x * cos + z * sin) * depth, foot + 60 - (y + 60) * depth]
  }
  const fill = (colour: string, ...points: Point[]) => {
    ctx.fillStyle = colour
    ctx.beginPath()
    for (const [i, point] of points.entries()) {
      const [px, py] = to(point)
      if (i === 0) ctx.moveTo(px, py)
      else ctx.lineTo(px, py)
    }
    ctx.closePath()
    ctx.fill()
  }
  /** The two sides one sees: the front (towards -z, in the sun) and the right (towards +x, in shade). */
  const sides = [
    { at: (s: number, y: number, a: number, b: number): Point => [s * a, y, -b], lit: 1 },
    { at: (s: number, y: number, a: number, b: number): Point => [a, y, s * b], lit: 0.66 },
  ] as const
  const lightOn = (c: Tone, lit: number, by = 1): Tone =>
    mix(scaled(c, by), scaled(mix(c, shadow, 0.45), by * 0.86), (1 - lit) * 1.9)

  const wall = (floor: (typeof storeys)[number], top: boolean) => {
    for (const { at, lit } of sides) {
      const skin = top ? timber : plaster
      for (let i = 0; i < 40; i++) {
        const y0 = lerp(floor.from, floor.to, i / 40)
        const y1 = lerp(floor.from, floor.to, (i + 1.15) / 40)
        const under = 1 - 0.42 * Math.max(0, (i - 25) / 15) ** 1.4
        fill(
          css(lightOn(skin, lit, under + 0.02 * noise(i / 3, floor.from))),
          at(-1, y0, floor.a, floor.b),
          at(1, y0, floor.a, floor.b),
          at(1, y1, floor.a, floor.b),
          at(-1, y1, floor.a, floor.b),
        )
      }
      const bays = top ? 5 : Math.round(floor.a / 44)
      const tall = floor.to - floor.from
      for (let i = 0; i < bays; i++) {
        const s = ((i + 0.5) / bays) * 2 - 1
        const half = (top ? 0.13 : 0.34) / bays
        const y0 = floor.from + tall * (top ? 0.42 : 0.34)
        const y1 = floor.from + tall * (top ? 0.72 : 0.66)
        for (const pair of [-1, 1]) {
          const m = s + pair * half * 1.25
          fill(
            css(lightOn(top ? gold : tone('#d8d2c6'), lit, 0.9)),
            at(m - half * 1.2, y0 - 2, floor.a, floor.b),
            at(m + half * 1.2, y0 - 2, floor.a, floor.b),
            at(m + half * 1.2, y1 + 2, floor.a, floor.b),
            at(m - half * 1.2, y1 + 2, floor.a, floor.b),
          )
          fill(
            css(lightOn(tone('#2c2f33'), lit)),
            at(m - half, y0, floor.a, floor.b),
            at(m + half, y0, floor.a, floor.b),
            at(m + half, y1, floor.a, floor.b),
            at(m - half, y1, floor.a, floor.b),
          )
          for (let k = -1; k <= 1; k++)
            fill(
              css(lightOn(top ? gold : tone('#b9b3a6'), lit, 0.8)),
              at(m + k * half * 0.5 - 0.003, y0, floor.a, floor.b),
              at(m + k * half * 0.5 + 0.003, y0, floor.a, floor.b),
              at(m + k * half * 0.5 + 0.003, y1, floor.a, floor.b),
              at(m + k * half * 0.5 - 0.003, y1, floor.a, floor.b),
            )
        }
      }
      const line = (h: number, thick: number, c: Tone) =>
        fill(
          css(lightOn(c, lit)),
          at(-1, h, floor.a, floor.b),
          at(1, h, floor.a, floor.b),
          at(1, h + thick, floor.a, floor.b),
          at(-1, h + thick, floor.a, floor.b),
        )
      line(floor.from + tall * 0.2, 2, top ? gold : tone('#cfc8ba'))
      if (!top) continue
      for (let i = 0; i < 4; i++) tigerGold(at, lit, ((i + 1) / 5) * 2 - 1, floor.from + tall * 0.82, floor)
      for (const [h, thick] of [
        [0.16, 3],
        [0.3, 2.4],
      ] as const)
        fill(
          css(lightOn(tone('#a5402f'), lit)),
          at(-1, floor.from + tall * h, floor.a * 1.1, floor.b * 1.12),
          at(1, floor.from + tall * h, floor.a * 1.1, floor.b * 1.12),
          at(1, floor.from + tall * h + thick, floor.a * 1.1, floor.b * 1.12),
          at(-1, floor.from + tall * h + thick, floor.a * 1.1, floor.b * 1.12),
        )
    }
  }

  /** A beaten-gold relief on the black top storey. */
  const tigerGold = (
    at: (typeof sides)[number]['at'],
    lit: number,
    s: number,
    y: number,
    floor: (typeof storeys)[number],
  ) => {
    for (let k = 0; k < 16; k++) {
      const m = s + (roll() - 0.5) * 0.2
      const h = y + (roll() - 0.5) * 12
      fill(
        css(lightOn(gold, lit, 0.75 + roll() * 0.5)),
        at(m - 0.02, h, floor.a, floor.b),
        at(m, h - 2.5, floor.a, floor.b),
        at(m + 0.024, h, floor.a, floor.b),
        at(m, h + 2.5, floor.a, floor.b),
      )
    }
  }

  /** A curving skirt of copper tiles from the eaves up to the next wall. */
  const skirt = (a0: number, b0: number, y0: number, a1: number, b1: number, y1: number) => {
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
  const gable = (side: 0 | 1, s: number, half: number, y: number, tall: number, a: number, b: number) => {
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
      const [px, py] = to(
        at(s + ((roll() - 0.5) * half * 0.5) / width, y + tall * (0.3 + roll() * 0.44), a, b),
      )
      ctx.fillStyle = css(lightOn(gold, lit, 0.7 + roll() * 0.6))
      ctx.fillRect(px - 1.6, py - 1.6, 3.2, 3.2)
    }
    const [gx, gy] = to(rim(0))
    ctx.fillStyle = css(gold)
    ctx.beginPath()
    ctx.ellipse(gx, gy - 3, 4, 7, 0, 0, 7)
    ctx.fill()
  }

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
  wall(storeys[0], false)
  for (const [i, floor] of storeys.entries()) {
    const above = storeys[i + 1]
    if (!above) break
    skirt(floor.a + 34, floor.b + 34, floor.to - 2, above.a, above.b, floor.join)
    wall(above, i === 3)
    for (const [on, side, s, half, tall] of gables) {
      if (on === i) gable(side, s, half, floor.to + 4, tall, floor.a + 24, floor.b + 22)
    }
  }
  const last = storeys[4]
  skirt(last.a + 36, last.b + 36, last.to - 2, last.a * 0.92, last.b * 0.5, last.to + 46)
  skirt(last.a * 0.98, last.b * 0.62, last.to + 40, last.a * 0.94, 1, last.to + 112)
  gable(1, 0, last.b * 0.66, last.to + 36, 80, last.a * 0.97, last.b)
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
