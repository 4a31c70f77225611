import { random } from './random.ts'

const gradients = [1, 1, -1, 1, 1, -1, -1, -1, 1.4, 0, -1.4, 0, 0, 1.4, 0, -1.4]
const fade = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

export type Noise = (x: number, y: number) => number

/** Perlin's gradient noise (improved, 2002) in two dimensions, about -1..1; one lump per unit. */
export function noise(seed: number): Noise {
  const next = random(seed)
  const order = new Uint8Array(512)
  for (let i = 0; i < 256; i++) order[i] = i
  for (let i = 255; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    const kept = order[i] as number
    order[i] = order[j] as number
    order[j] = kept
  }
  order.copyWithin(256, 0, 256)
  const corner = (i: number, j: number, dx: number, dy: number) => {
    const g = ((order[(order[i & 255] as number) + (j & 255)] as number) & 7) * 2
    return (gradients[g] as number) * dx + (gradients[g + 1] as number) * dy
  }
  return (x, y) => {
    const i = Math.floor(x)
    const j = Math.floor(y)
    const dx = x - i
    const dy = y - j
    const u = fade(dx)
    const top = corner(i, j, dx, dy) * (1 - u) + corner(i + 1, j, dx - 1, dy) * u
    const low = corner(i, j + 1, dx, dy - 1) * (1 - u) + corner(i + 1, j + 1, dx - 1, dy - 1) * u
    return top + (low - top) * fade(dy)
  }
}

/** Fractal sum of `octaves` noises, each twice as fine and `gain` as strong; about -1..1. */
export function fractal(seed: number, octaves = 5, gain = 0.5): Noise {
  const base = noise(seed)
  return (x, y) => {
    let sum = 0
    let weight = 1
    let total = 0
    for (let o = 0, f = 1; o < octaves; o++, f *= 2) {
      sum += weight * base(x * f + o * 17.3, y * f - o * 9.1)
      total += weight
      weight *= gain
    }
    return (sum / total) * 1.4
  }
}
