import { cellRandom, fbm, noise } from './gradient-noise.ts'
import type { Hit } from './relief.ts'
import { mix, smooth, tone } from './tones.ts'

/** Clear, fatty soup: amber in the shallows, discs of oil that catch the lamp. */
export function shadeBroth(hit: Hit, lit: number, out: Float64Array) {
  const { x, z } = hit
  let oil = 0
  let edge = 0
  for (const [size, seed] of [
    [1.5, 3],
    [0.8, 5],
    [0.42, 8],
  ] as const) {
    const cx = Math.floor(x / size)
    const cz = Math.floor(z / size)
    const px = (cx + 0.3 + 0.4 * cellRandom(cx, cz, seed)) * size
    const pz = (cz + 0.3 + 0.4 * cellRandom(cz, cx, seed)) * size
    const r = size * (0.06 + 0.3 * cellRandom(cx, cz, seed + 1) ** 2)
    const d = Math.hypot(x - px, z - pz)
    if (cellRandom(cx, cz, seed + 2) > 0.42) {
      oil = Math.max(oil, smooth(r, r * 0.86, d))
      edge = Math.max(
        edge,
        smooth(r * 0.16, 0, Math.abs(d - r * 0.92)) *
          (0.4 + 0.6 * smooth(r, -r, (x - px) * 0.7 - (z - pz) * 0.8)),
      )
    }
  }
  const cloud = 0.5 + 0.5 * fbm(x / 2.2, z / 2.2, 4, 12)
  const base = mix(mix(tone('#5f2c0d'), tone('#b5702a'), cloud), tone('#e7a548'), oil * 0.5)
  const mirror = smooth(0.3, 1, noise(x / 5 + 1, z / 7, 3) + 0.65 * smooth(40, 49, z)) * 0.28
  for (let i = 0; i < 3; i++)
    out[i] =
      (base[i] as number) * (0.42 + 0.72 * lit) +
      ([1, 0.86, 0.62][i] as number) * (edge * 0.55 * (0.3 + 0.7 * lit) + mirror * (0.4 + 0.6 * lit))
}
