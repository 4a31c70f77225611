/** Perlin's gradient noise over an endless plane or space, for pictures painted once (nothing here tiles or loops). */
const SIZE = 1024
const MASK = SIZE - 1
const order = new Uint16Array(SIZE * 2)
const gx = new Float64Array(SIZE)
const gy = new Float64Array(SIZE)
let state = 20241201
const next = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 4294967296
}
for (let i = 0; i < SIZE; i++) {
  order[i] = i
  const turn = next() * Math.PI * 2
  gx[i] = Math.cos(turn) * 1.5
  gy[i] = Math.sin(turn) * 1.5
}
for (let i = SIZE - 1; i > 0; i--) {
  const j = Math.floor(next() * (i + 1))
  const kept = order[i] as number
  order[i] = order[j] as number
  order[j] = kept
}
for (let i = 0; i < SIZE; i++) order[SIZE + i] = order[i] as number

const slope = (cell: number, x: number, y: number) =>
  (gx[cell & MASK] as number) * x + (gy[cell & MASK] as number) * y

/** About -1..1, smooth, one lump per unit. */
export function noise(x: number, y: number, seed = 0): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const fx = x - xi
  const fy = y - yi
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
  const row = (yi + seed * 57) & MASK
  const a = (order[row] as number) + (xi & MASK)
  const b = (order[row + 1] as number) + (xi & MASK)
  const n00 = slope(order[a & MASK] as number, fx, fy)
  const n10 = slope(order[(a + 1) & MASK] as number, fx - 1, fy)
  const n01 = slope(order[b & MASK] as number, fx, fy - 1)
  const n11 = slope(order[(b + 1) & MASK] as number, fx - 1, fy - 1)
  const top = n00 + u * (n10 - n00)
  return top + v * (n01 + u * (n11 - n01) - top)
}

/** Fractal sum of `octaves` noises, each twice as fine and half as strong; about -1..1. */
export function fbm(x: number, y: number, octaves: number, seed = 0): number {
  let sum = 0
  let weight = 0.55
  let scale = 1
  for (let o = 0; o < octaves; o++) {
    sum += weight * noise(x * scale, y * scale, seed + o)
    weight *= 0.5
    scale *= 2.03
  }
  return sum
}

/** Sharp-crested fractal, 0..1, for rock and mountain ribs. */
export function ridged(x: number, y: number, octaves: number, seed = 0): number {
  let sum = 0
  let weight = 0.5
  let scale = 1
  let before = 1
  for (let o = 0; o < octaves; o++) {
    const crest = 1 - Math.min(1, Math.abs(noise(x * scale, y * scale, seed + o)) * 1.4)
    before = crest * crest * before
    sum += weight * before
    before = Math.min(1, before * 1.9)
    weight *= 0.5
    scale *= 2.07
  }
  return Math.min(1, sum * 1.1)
}

/** A fixed random number 0..1 for each whole-numbered cell. */
export function cellRandom(x: number, y: number, seed = 0): number {
  let h = Math.imul(x | 0, 374761393) ^ Math.imul(y | 0, 668265263) ^ Math.imul(seed + 1, 2147483629)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  h = Math.imul(h ^ (h >>> 15), 2246822519)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}
