/** A square of noise whose edges meet, so that scrolling it by whole tiles loops without a seam. */
export type NoiseTile = { size: number; data: Float32Array }

function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(seed, 2147483629)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

const ease = (t: number) => t * t * t * (t * (t * 6 - 15) + 10)

function valueNoise(x: number, y: number, period: number, seed: number): number {
  const xi = Math.floor(x)
  const yi = Math.floor(y)
  const fx = ease(x - xi)
  const fy = ease(y - yi)
  const at = (i: number, j: number) => hash((xi + i) % period, (yi + j) % period, seed)
  const top = at(0, 0) + (at(1, 0) - at(0, 0)) * fx
  const low = at(0, 1) + (at(1, 1) - at(0, 1)) * fx
  return top + (low - top) * fy
}

/** Fractal noise stretched to fill 0..1; `cells` is how many lumps the coarsest octave has across the tile. */
export function noiseTile(seed: number, { size = 256, cells = 4, octaves = 5, gain = 0.5 } = {}): NoiseTile {
  const data = new Float32Array(size * size)
  let low = Infinity
  let high = -Infinity
  for (let i = 0; i < data.length; i++) {
    const u = (i % size) / size
    const v = Math.floor(i / size) / size
    let sum = 0
    let weight = 1
    for (let o = 0; o < octaves; o++) {
      const n = cells << o
      sum += weight * valueNoise(u * n, v * n, n, seed + o * 17)
      weight *= gain
    }
    data[i] = sum
    low = Math.min(low, sum)
    high = Math.max(high, sum)
  }
  for (let i = 0; i < data.length; i++) data[i] = ((data[i] as number) - low) / (high - low)
  return { size, data }
}

/** Bilinear value 0..1 at (u, v) measured in tiles; whole numbers fall on the same place again. */
export function tileAt({ size, data }: NoiseTile, u: number, v: number): number {
  const x = (u - Math.floor(u)) * size
  const y = (v - Math.floor(v)) * size
  const x0 = x | 0
  const y0 = y | 0
  const fx = x - x0
  const fy = y - y0
  const a = x0 % size
  const b = (x0 + 1) % size
  const r0 = (y0 % size) * size
  const r1 = ((y0 + 1) % size) * size
  const top = (data[r0 + a] as number) * (1 - fx) + (data[r0 + b] as number) * fx
  const low = (data[r1 + a] as number) * (1 - fx) + (data[r1 + b] as number) * fx
  return top * (1 - fy) + low * fy
}

/**
 * Noise that drifts by (du, dv) tiles a loop, however little, and still loops: two drifts half a life apart are
 * crossfaded, and the contrast lost in the blend is given back.
 */
export function driftAt(
  tile: NoiseTile,
  u: number,
  v: number,
  du: number,
  dv: number,
  phase: number,
): number {
  const a = tileAt(tile, u - du * phase, v - dv * phase)
  const b = tileAt(tile, u - du * (phase - 1), v - dv * (phase - 1))
  const blend = a * (1 - phase) + b * phase
  return 0.5 + (blend - 0.5) / Math.hypot(1 - phase, phase)
}
