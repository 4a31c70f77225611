import { gold, type KeepBrush, lightOn, plaster, sides, timber } from './castle-view.ts'
import { lerp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { css, type Tone, tone } from './tones.ts'

export interface Storey {
  from: number
  to: number
  a: number
  b: number
}

/** The white walls of a storey with its windows; the top one is black and gold. */
export function keepWall(brush: KeepBrush, floor: Storey, top: boolean) {
  const { fill } = brush
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
    for (let i = 0; i < 4; i++)
      tigerGold(brush, at, lit, ((i + 1) / 5) * 2 - 1, floor.from + tall * 0.82, floor)
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
function tigerGold(
  { fill, roll }: KeepBrush,
  at: (typeof sides)[number]['at'],
  lit: number,
  s: number,
  y: number,
  floor: Storey,
) {
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
