import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from './curve.ts'
import { at, farGlow, glowAt, half, lanterns } from './lantern-alley.ts'
import { paperLantern } from './paper-lantern.ts'
import { random } from './random.ts'
import { css, mix, scaled, tone } from './tones.ts'

/** Wires, far people, lanterns from far to near, steam between them. */
export function hangings(ctx: SKRSContext2D) {
  const roll = random(33)
  ctx.lineCap = 'round'
  for (let i = 0; i < 16; i++) {
    const z = 3 + i * 1.3
    const a = at(-half, 3.9 + roll() * 1.6, z)
    const b = at(half, 3.8 + roll() * 1.6, z + (roll() - 0.5) * 4)
    ctx.strokeStyle = `rgba(8,8,16,${0.85 - i * 0.03})`
    ctx.lineWidth = Math.max(1.2, 0.022 * a.unit)
    ctx.beginPath()
    ctx.moveTo(a.x, a.y)
    ctx.quadraticCurveTo((a.x + b.x) / 2, (a.y + b.y) / 2 + 0.4 * a.unit, b.x, b.y)
    ctx.stroke()
  }
  const things: { z: number; draw: () => void }[] = []
  for (const l of lanterns) {
    const p = at(l.x, l.y, l.z)
    const text = Math.abs(l.x) > 0.6 && l.y < 2.2 ? '酒場' : ''
    const haze = 0.5 * (1 - Math.exp(-l.z / 16))
    things.push({
      z: l.z,
      draw: () =>
        paperLantern(ctx, {
          x: p.x,
          y: p.y,
          size: l.size * p.unit,
          lit: l.lit,
          haze,
          text,
          seed: Math.floor(l.z * 100),
        }),
    })
  }
  for (let i = 0; i < 11; i++) {
    for (const side of [-1, 1] as const) {
      const z = 2.3 + i * 2.1 + (side > 0 ? 0.9 : 0)
      const word = boards[(i * 2 + (side > 0 ? 1 : 0)) % boards.length] ?? '酒'
      things.push({ z: z + 0.55, draw: () => eaves(ctx, side, z, z + 1.75) })
      const high = 2.95 + roll() * 0.5
      const lamp = roll() < 0.7
      if (i > 0) things.push({ z: z + 1.2, draw: () => projectingSign(ctx, side, high, z + 1.2, word, lamp) })
    }
  }
  for (const [x, z, tall] of [
    [-0.28, 17, 1.7],
    [0.16, 17.4, 1.58],
    [0.55, 13.2, 1.7],
  ] as const)
    things.push({ z, draw: () => person(ctx, x, z, tall) })
  for (const thing of things.sort((p, q) => q.z - p.z)) thing.draw()
}

const boards = [
  'やきとり',
  '居酒屋',
  '焼鳥',
  'おでん',
  '串かつ',
  '立呑み',
  'スナック',
  '酒蔵',
  '炉ばた',
  'もつ煮',
] as const

/** A board that stands out from the wall towards the viewer: dark frame, milk glass alight, brushed name. */
function projectingSign(
  ctx: SKRSContext2D,
  side: -1 | 1,
  high: number,
  z: number,
  word: string,
  lamp: boolean,
) {
  const letters = [...word]
  const tall = 0.3 * letters.length + 0.12
  const a = at(side * half, high + tall, z)
  const b = at(side * (half - 0.4), high, z)
  const [x0, x1] = [Math.min(a.x, b.x), Math.max(a.x, b.x)]
  const haze = 0.75 * (1 - Math.exp(-Math.max(0, z - 4) / 15))
  ctx.fillStyle = css(mix(tone('#0b080b'), farGlow, haze * 0.5))
  ctx.fillRect(x0 - 0.03 * a.unit, a.y - 0.03 * a.unit, x1 - x0 + 0.06 * a.unit, b.y - a.y + 0.06 * a.unit)
  const face = lamp ? mix(tone('#ffe0a6'), farGlow, haze * 0.6) : mix(tone('#57190f'), farGlow, haze * 0.6)
  const shade = ctx.createLinearGradient(0, a.y, 0, b.y)
  shade.addColorStop(0, css(scaled(face, 0.72)))
  shade.addColorStop(0.5, css(face))
  shade.addColorStop(1, css(scaled(face, 0.8)))
  ctx.fillStyle = shade
  ctx.fillRect(x0, a.y, x1 - x0, b.y - a.y)
  ctx.fillStyle = lamp ? css(mix(tone('#5c0f0c'), farGlow, haze * 0.7)) : css(tone('#ffd9a0'))
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `bold ${0.27 * a.unit}px "Noto Serif CJK JP"`
  for (const [i, letter] of letters.entries())
    ctx.fillText(letter, (x0 + x1) / 2, lerp(a.y, b.y, (i + 0.5) / letters.length))
}

/** A shop's little roof, seen from below: rafters lit by the lanterns, dark edge. */
function eaves(ctx: SKRSContext2D, side: -1 | 1, from: number, to: number) {
  const reach = 0.62
  const quad = (fill: string, ...points: { x: number; y: number }[]) => {
    ctx.fillStyle = fill
    ctx.beginPath()
    for (const p of points) ctx.lineTo(p.x, p.y)
    ctx.fill()
  }
  const haze = 0.7 * (1 - Math.exp(-Math.max(0, from - 4) / 15))
  const wood = (lit: number) => css(mix(mix(tone('#160c08'), tone('#b5622c'), lit), farGlow, haze * 0.7))
  for (let i = 9; i >= 0; i--) {
    const z0 = lerp(from, to, i / 10)
    const z1 = lerp(from, to, (i + 1) / 10)
    const lit = 0.16 + 0.3 * clamp(glowAt(side * (half - 0.3), 2.3, z0)) + (i % 2 ? 0.1 : 0)
    quad(
      wood(lit),
      at(side * half, 2.5, z0),
      at(side * (half - reach), 2.28, z0),
      at(side * (half - reach), 2.28, z1),
      at(side * half, 2.5, z1),
    )
  }
  quad(
    wood(0.1),
    at(side * half, 2.5, from),
    at(side * half, 2.66, from),
    at(side * (half - reach), 2.36, from),
    at(side * (half - reach), 2.28, from),
  )
  quad(
    wood(0.05),
    at(side * (half - reach), 2.28, from),
    at(side * (half - reach), 2.36, from),
    at(side * (half - reach), 2.36, to),
    at(side * (half - reach), 2.28, to),
  )
}

/** Someone walking away under the lights: a soft dark shape with a lit rim. */
function person(ctx: SKRSContext2D, x: number, z: number, tall: number) {
  const foot = at(x, 0, z)
  const u = foot.unit * tall
  const fade = 0.5 * (1 - Math.exp(-z / 14))
  const shape = (dx: number) => {
    const p = (px: number, py: number) => [foot.x + px * u + dx, foot.y - py * u] as const
    ctx.beginPath()
    ctx.ellipse(...p(0, 0.925), u * 0.05, u * 0.066, 0, 0, 7)
    ctx.fill()
    ctx.beginPath()
    ctx.moveTo(...p(-0.025, 0.87))
    ctx.bezierCurveTo(...p(-0.06, 0.84), ...p(-0.12, 0.83), ...p(-0.125, 0.74))
    ctx.bezierCurveTo(...p(-0.14, 0.6), ...p(-0.15, 0.5), ...p(-0.135, 0.42))
    ctx.lineTo(...p(-0.105, 0.42))
    ctx.lineTo(...p(-0.11, 0.34))
    ctx.lineTo(...p(-0.075, 0.02))
    ctx.lineTo(...p(-0.03, 0))
    ctx.lineTo(...p(-0.008, 0.33))
    ctx.lineTo(...p(0.03, 0.04))
    ctx.lineTo(...p(0.075, 0.03))
    ctx.lineTo(...p(0.105, 0.36))
    ctx.lineTo(...p(0.135, 0.43))
    ctx.bezierCurveTo(...p(0.155, 0.54), ...p(0.13, 0.66), ...p(0.12, 0.76))
    ctx.bezierCurveTo(...p(0.11, 0.83), ...p(0.06, 0.84), ...p(0.025, 0.87))
    ctx.fill()
  }
  ctx.fillStyle = css(mix(tone('#ff9d55'), farGlow, fade), 0.7)
  shape(x < 0 ? -u * 0.012 : u * 0.012)
  ctx.fillStyle = css(mix(tone('#120c14'), farGlow, fade * 0.7))
  shape(0)
  ctx.save()
  ctx.translate(foot.x, foot.y)
  ctx.scale(1, 3.4)
  const pool = ctx.createRadialGradient(0, 0, 0, 0, 0, u * 0.19)
  pool.addColorStop(0, 'rgba(10,6,12,0.6)')
  pool.addColorStop(1, 'rgba(10,6,12,0)')
  ctx.fillStyle = pool
  ctx.fillRect(-u * 0.2, 0, u * 0.4, u * 0.2)
  ctx.restore()
}
