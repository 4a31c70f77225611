import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { clamp, lerp } from './curve.ts'
import { layer } from './layer.ts'
import { fractal } from './noise.ts'
import { type Random, random } from './random.ts'

export const width = 1920
export const height = 1080
export const margin = 90
export const wide = width + margin * 2
export const tall = height + margin * 2
export const horizon = 640
export const focal = 1100
export const eye = 1.6
export const haze = '#d3e491'

/** Screen x of metres X at distance z, in layer coordinates; the path bends gently to the right. */
export const across = (X: number, z: number) =>
  margin + width / 2 + ((X + 0.0042 * z * z - 0.02 * z) * focal) / z
export const down = (Y: number, z: number) => margin + horizon + ((eye - Y) * focal) / z
export const hazy = (hex: string, z: number) => mix(hex, haze, 1 - Math.exp(-Math.max(0, z - 3.5) / 21))

/** A culm: a slightly bowed tube with nodes, lit from the upper left. */
function culm(ctx: SKRSContext2D, next: Random, X: number, z: number) {
  const r = (next.between(0.045, 0.068) * focal) / z
  const x = across(X, z)
  const foot = down(next.between(0, 0.2), z)
  const lean = next.bell() * 0.03
  const bow = (next.bell() * 0.1 * focal) / z
  const green = next.pick(['#5d8a3a', '#4b7d3c', '#7b983f', '#3d6b38', '#93a24a'])
  const at = (y: number) => x + (foot - y) * lean + bow * ((foot - y) / 1000) ** 2
  const node = (next.between(0.26, 0.36) * focal) / z
  const shade = ctx.createLinearGradient(x - r, 0, x + r, 0)
  for (const [stop, hex] of [
    [0, mix(green, '#f2f6b0', 0.35)],
    [0.22, mix(green, '#f6f7bd', 0.5)],
    [0.5, green],
    [1, mix(green, '#12301f', 0.68)],
  ] as const)
    shade.addColorStop(stop, hazy(hex, z))
  for (let y = foot; y > -60; y -= node) {
    ctx.save()
    const top = at(y - node)
    const slant = (top - at(y)) / node
    ctx.transform(1, 0, -slant, 1, at(y) - x + slant * y, 0)
    ctx.fillStyle = shade
    ctx.fillRect(x - r, y - node, r * 2, node + 0.6)
    ctx.fillStyle = alpha(hazy('#173420', z), 0.55)
    ctx.fillRect(x - r * 1.08, y - node, r * 2.16, Math.max(0.8, r * 0.16))
    ctx.fillStyle = alpha(hazy('#f4f6d0', z), 0.6)
    ctx.fillRect(x - r * 1.08, y - node + Math.max(0.8, r * 0.16), r * 2, Math.max(0.8, r * 0.22))
    ctx.restore()
  }
}

/** A spray of narrow leaves hanging from a twig. */
function spray(
  ctx: SKRSContext2D,
  next: Random,
  x: number,
  y: number,
  size: number,
  tone: (light: number) => string,
) {
  const leaves = next.whole(4, 8)
  const lean = next.bell() * 0.5
  for (let i = 0; i < leaves; i++) {
    const angle = Math.PI / 2 + lean + next.bell() * 0.6
    const long = size * next.between(0.6, 1.25)
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const [ox, oy] = [x + next.bell() * size * 0.5, y + next.bell() * size * 0.35]
    const w = long * 0.085
    ctx.fillStyle = tone(next())
    ctx.beginPath()
    ctx.moveTo(ox, oy)
    ctx.quadraticCurveTo(
      ox + c * long * 0.4 - s * w,
      oy + s * long * 0.4 + c * w,
      ox + c * long,
      oy + s * long,
    )
    ctx.quadraticCurveTo(ox + c * long * 0.4 + s * w, oy + s * long * 0.4 - c * w, ox, oy)
    ctx.fill()
  }
}

interface Band {
  near: number
  far: number
  culms: number
  sprays: number
  seed: number
}

export const bands: Band[] = [
  { far: 62, near: 40, culms: 260, sprays: 5200, seed: 1 },
  { far: 40, near: 26, culms: 170, sprays: 3800, seed: 2 },
  { far: 26, near: 17, culms: 96, sprays: 2200, seed: 3 },
  { far: 17, near: 11, culms: 52, sprays: 1150, seed: 4 },
  { far: 11, near: 7.4, culms: 26, sprays: 520, seed: 5 },
  { far: 7.4, near: 4.6, culms: 13, sprays: 210, seed: 6 },
]

export function grow({ near, far, culms, sprays, seed }: Band): { stems: Canvas; leaves: Canvas } {
  const next = random(seed * 101)
  const stems = layer(wide, tall, (ctx) => {
    const reach = (width / 2 / focal) * far + 3
    const spots = Array.from({ length: culms }, () => ({
      z: next.between(near, far),
      X: (next() < 0.5 ? -1 : 1) * lerp(2.35, reach, next() ** 1.15),
    }))
    for (const { X, z } of spots.sort((a, b) => b.z - a.z)) {
      culm(ctx, next, X, z)
      for (let i = 0; i < 5; i++) {
        const at = X + Math.sign(X) * next.between(0, 2.2)
        const light = next.between(0, 0.7)
        spray(ctx, next, across(at, z), down(next.between(0.1, 0.9), z), (0.3 * focal) / z, (v) =>
          alpha(hazy(mix('#1f3d22', '#8fae48', clamp(light + (v - 0.5) * 0.4)), z), 0.9),
        )
      }
    }
  })
  const leaves = layer(wide, tall, (ctx) => {
    const clump = fractal(seed, 3)
    for (let i = 0; i < sprays; i++) {
      const z = next.between(near, far)
      const x = next() * wide
      // The canopy opens over the path and closes toward the sides.
      const open = Math.exp(-(((x - wide / 2) / (260 + 1500 / z)) ** 2))
      const low = lerp(520, 230, open) - 70 * (8 / z) + 110 * clump(x / 210, seed)
      const y = margin - 90 + next() ** 1.5 * low
      if (clump(x / 130, y / 100) < -0.25) continue
      const lit = 0.45 + 0.4 * clump(x / 90 + 9, y / 70)
      spray(ctx, next, x, y, (0.23 * focal) / z + 2, (v) =>
        alpha(hazy(mix('#1d4526', '#d3e069', clamp(lit + (v - 0.5) * 0.5)), z), 0.9),
      )
    }
  })
  return { stems, leaves }
}
