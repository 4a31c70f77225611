import { boulder } from './boulder.ts'
import { lerp } from './curve.ts'
import { noise } from './gradient-noise.ts'
import { smooth } from './tones.ts'

/** A stone: place, half widths, height, turn, and a seed for its faces. */
type Stone = readonly [x: number, z: number, rx: number, rz: number, tall: number, turn: number, seed: number]
const stones: readonly Stone[] = [
  [-1.85, 8.75, 0.66, 0.5, 1.18, 0.3, 11],
  [-1.0, 8.3, 0.46, 0.36, 0.5, -0.5, 2],
  [-2.75, 8.35, 0.5, 0.4, 0.34, 0.1, 3],
  [2.5, 10.35, 0.95, 0.5, 0.62, 0.2, 4],
  [3.6, 10.5, 0.5, 0.4, 1.0, 0, 5],
  [1.2, 6.05, 0.56, 0.32, 0.3, -0.25, 6],
  [1.95, 6.22, 0.4, 0.32, 0.56, 0.4, 17],
  [-4.7, 11.3, 0.8, 0.45, 0.62, 0.1, 8],
  [0.35, 11.6, 0.6, 0.34, 0.36, 0.3, 9],
]
/** Islands of moss around which the rake goes: place and radii. */
const islands = [
  [-1.75, 8.5, 1.5, 0.92],
  [2.85, 10.4, 1.55, 0.72],
  [1.5, 6.1, 1.02, 0.55],
  [-4.6, 11.3, 1.05, 0.6],
  [0.35, 11.6, 0.8, 0.42],
] as const

export function stoneHeight(x: number, z: number): number {
  let top = 0
  for (const [sx, sz, rx, rz, tall, turn, seed] of stones) {
    const dx = x - sx
    const dz = z - sz
    if (Math.abs(dx) > 1.2 || Math.abs(dz) > 1.2) continue
    const u = (dx * Math.cos(turn) + dz * Math.sin(turn)) / rx
    const v = (dz * Math.cos(turn) - dx * Math.sin(turn)) / rz
    const stone = tall * boulder(u, v, seed)
    if (stone <= 0) continue
    const fine = 0.02 * noise(x * 18, z * 18, seed) + 0.008 * noise(x * 50, z * 50)
    top = Math.max(top, stone + fine)
  }
  return top
}

/** Below 1 inside an island; grows outwards, about in metres from the rim beyond it. */
export function islandAt(x: number, z: number): { reach: number; size: number } {
  let reach = 99
  let size = 1
  for (const [ix, iz, rx, rz] of islands) {
    const dx = x - ix
    const dz = z - iz
    const plain = Math.sqrt((dx / rx) ** 2 + (dz / rz) ** 2)
    // The rim wavers by an eighth at most: islands clearly farther off need no noise.
    if ((plain / 1.16 - 1) * Math.sqrt(rx * rz) > reach) continue
    const away = Math.sqrt(dx * dx + dz * dz) + 1e-6
    const d = plain / (1 + 0.13 * noise((dx / away) * 1.4 + ix, (dz / away) * 1.4 + iz, 2))
    const metres = (d - 1) * Math.sqrt(rx * rz)
    if (metres < reach) {
      reach = metres
      size = d
    }
  }
  return { reach, size }
}

const comb = (t: number) => 1 - Math.abs((((t % 1) + 1) % 1) - 0.5) * 2

export function ground(x: number, z: number): number {
  const { reach, size } = islandAt(x, z)
  const stone = stoneHeight(x, z)
  if (reach < 0) {
    const dome = 0.2 * Math.sqrt(Math.max(0, 1 - size * size)) + 0.05 * smooth(0, -0.1, reach)
    const tuft = 0.022 * noise(x * 7, z * 7) + 0.012 * noise(x * 24, z * 24) + 0.008 * noise(x * 62, z * 62)
    return Math.max(stone, dome + tuft)
  }
  const ring = comb(reach / 0.155)
  const line = comb(z / 0.19 + 0.05 * noise(x * 0.5, z))
  const rake = lerp(ring, line, smooth(0.6, 0.66, reach))
  const tidy = 0.75 + 0.25 * noise(x * 2.2, z * 5)
  const gravel = 0.004 * noise(x * 30, z * 30) + 0.003 * noise(x * 70, z * 70)
  return Math.max(stone, 0.07 * rake ** 1.4 * tidy + gravel)
}
