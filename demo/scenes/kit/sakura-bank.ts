import type { Canvas } from '@napi-rs/canvas'
import { type Bough, growBough, type Twig } from './branch.ts'
import { mix } from './colour.ts'
import { lerp, TAU } from './curve.ts'
import { layer } from './layer.ts'
import { fractal } from './noise.ts'
import { blossom } from './petals.ts'
import { random } from './random.ts'

export const width = 1920
export const height = 1080
export const margin = 80
export const wide = width + margin * 2
export const bank = 640

/** Far trees in bloom: heaps of soft discs lit from the upper left, pale with distance. */
export function bloomBank(
  seed: number,
  base: number,
  tall: number,
  tones: [lit: string, shade: string],
  size: number,
) {
  return layer(wide, bank + 40, (ctx) => {
    const next = random(seed)
    const outline = fractal(seed, 3)
    for (let i = 0; i < 5200; i++) {
      const x = next() * wide
      const crown = base - tall * (0.72 + 0.5 * outline(x / 330, 1))
      const depth = next() ** 0.8
      const y = lerp(crown, base - 34 + 16 * outline(x / 90, 6), depth) + next.bell() * 5
      const clump = outline(x / 62, y / 46) * 0.5 + 0.5
      const light = 0.85 - depth * 0.62 + (clump - 0.5) * 0.75 + next.bell() * 0.06
      ctx.fillStyle = mix(tones[1], tones[0], Math.min(1, Math.max(0, light)))
      ctx.globalAlpha = next.between(0.35, 0.8)
      ctx.beginPath()
      ctx.ellipse(x, y, size * next.between(0.4, 1.3), size * next.between(0.3, 0.9), next() * 3, 0, TAU)
      ctx.fill()
    }
  })
}

/** The stone embankment and the grass on it. */
export function embankment(): Canvas {
  return layer(wide, 120, (ctx) => {
    const next = random(4)
    const wall = ctx.createLinearGradient(0, 20, 0, 110)
    wall.addColorStop(0, '#a9a3b0')
    wall.addColorStop(1, '#716f84')
    ctx.fillStyle = wall
    ctx.fillRect(0, 24, wide, 96)
    for (let row = 0; row < 5; row++)
      for (let x = -next() * 50; x < wide; ) {
        const w = next.between(26, 62)
        ctx.fillStyle = `rgba(${next() < 0.5 ? '255,246,240' : '58,54,84'},${next.between(0.03, 0.15)})`
        ctx.fillRect(x + 1, 26 + row * 19, w - 2, 17)
        x += w
      }
    ctx.fillStyle = '#5b5063'
    for (let x = 20; x < wide; x += 64) ctx.fillRect(x, 0, 5, 28)
    ctx.fillRect(0, 2, wide, 4)
    ctx.fillRect(0, 14, wide, 3)
    for (let i = 0; i < 3600; i++) {
      const x = next() * wide
      ctx.strokeStyle = mix('#7f9a6a', '#c9d49a', next())
      ctx.globalAlpha = 0.7
      ctx.beginPath()
      ctx.moveTo(x, 30)
      ctx.lineTo(x + next.bell() * 4, 30 - next.between(4, 20))
      ctx.stroke()
    }
  })
}

/** Boughs of the trees on the bank, hanging over rail and wall. */
export function overhang(): Canvas {
  return layer(wide, height, (ctx) => {
    const next = random(29)
    const edge = fractal(33, 4)
    for (let i = 0; i < 5200; i++) {
      const x = next() * wide
      const low = bank - 18 + 74 * edge(x / 190, 2)
      const t = next() ** 0.8
      const y = lerp(bank - 150, low, t) + next.bell() * 4
      const light = 0.95 - 0.75 * t + 0.5 * edge(x / 50, y / 40) + next.bell() * 0.07
      ctx.fillStyle = mix('#b884a4', '#fff0f2', Math.min(1, Math.max(0, light)))
      ctx.globalAlpha = next.between(0.4, 0.85)
      ctx.beginPath()
      ctx.ellipse(x, y, next.between(4, 13), next.between(3, 8), next() * 3, 0, TAU)
      ctx.fill()
    }
  })
}

/** A flowering bough: dark bark, clusters of blossom along the twigs, back ones in shade. */
export function floweringBough(seed: number, boughs: Bough[], size: number, lush: number): Canvas {
  return layer(wide, height, (ctx) => {
    ctx.translate(0, 26)
    const next = random(seed)
    const twigs = boughs.flatMap((bough) => growBough(next, bough))
    ctx.lineCap = 'round'
    const tips: { x: number; y: number; r: number }[] = []
    const stroke = (points: Twig['points'], thick: number, lift: number) =>
      points.slice(1).forEach((q, i) => {
        const p = points[i] as Twig['points'][number]
        ctx.lineWidth = q.r * thick
        ctx.beginPath()
        ctx.moveTo(p.x - p.r * lift * 0.3, p.y - p.r * lift)
        ctx.lineTo(q.x - q.r * lift * 0.3, q.y - q.r * lift)
        ctx.stroke()
      })
    for (const { points, order } of twigs) {
      ctx.strokeStyle = '#382832'
      stroke(points, 2, 0)
      ctx.strokeStyle = '#6b4c57'
      stroke(points, 0.7, 0.55)
      if (order > 0) tips.push(...points.filter(() => next() < lush))
    }
    const flowers = tips.flatMap((tip) =>
      Array.from({ length: next.whole(3, 6) }, () => {
        const far = next()
        const [dx, dy] = [next.bell() * size * 1.25, next.bell() * size * 1.05 + size * 0.25]
        return { x: tip.x + dx, y: tip.y + dy, far, lit: 0.95 - far * 0.42 - (dy + dx * 0.5) / (size * 6) }
      }),
    )
    flowers.sort((p, q) => q.far - p.far)
    for (const { x, y, far, lit } of flowers) {
      const light = mix('#c48ba9', '#fffaf8', Math.min(1, Math.max(0, lit + next.bell() * 0.08)))
      const heart = mix('#f0b3c0', '#c07c99', far * 0.9)
      const r = size * next.between(0.6, 1)
      blossom(ctx, { x, y, r, turn: next() * 7, tilt: next() ** 1.2, light, heart })
    }
  })
}
