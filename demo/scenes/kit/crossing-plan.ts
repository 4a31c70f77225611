import type { Block, Sign } from './city-block.ts'
import type { Flow } from './crowd.ts'
import type { Random } from './random.ts'

export const W = 1080

export const H = 1920

/** The scramble's box on the plan, in metres. */
export const BOX = { left: -15, right: 15, near: 48, far: 77 }

export const BLOCKS: Block[] = [
  { x0: -150, x1: -92, z: 520, deep: 60, high: 96, wall: '#1a1c2e', lit: 0.5, shops: false },
  { x0: 70, x1: 118, z: 560, deep: 60, high: 112, wall: '#191d30', lit: 0.5, shops: false },
  { x0: -72, x1: -34, z: 430, deep: 60, high: 104, wall: '#1b1e32', lit: 0.6, shops: false },
  { x0: 18, x1: 58, z: 460, deep: 60, high: 92, wall: '#1c1e30', lit: 0.55, shops: false },
  { x0: 110, x1: 190, z: 400, deep: 60, high: 84, wall: '#181a2c', lit: 0.5, shops: false },
  { x0: -170, x1: -90, z: 350, deep: 50, high: 74, wall: '#1a1a2a', lit: 0.5, shops: false },
  { x0: -60, x1: -15, z: 300, deep: 60, high: 58, wall: '#1e1c2c', lit: 0.5 },
  { x0: 15, x1: 70, z: 310, deep: 60, high: 66, wall: '#1c1c2e', lit: 0.55 },
  { x0: 72, x1: 120, z: 270, deep: 50, high: 88, wall: '#1b1f34', lit: 0.65 },
  { x0: -120, x1: -66, z: 250, deep: 60, high: 82, wall: '#1c2034', lit: 0.6 },
  { x0: -62, x1: -14, z: 215, deep: 50, high: 46, wall: '#221c2c', lit: 0.45 },
  { x0: 14, x1: 60, z: 220, deep: 50, high: 52, wall: '#1e1e30', lit: 0.5 },
  { x0: -66, x1: -14, z: 162, deep: 40, high: 40, wall: '#231e2e', lit: 0.5 },
  { x0: 14, x1: 66, z: 165, deep: 40, high: 47, wall: '#1f2032', lit: 0.45 },
  { x0: -62, x1: -14, z: 122, deep: 32, high: 34, wall: '#262030', lit: 0.4 },
  { x0: 14, x1: 58, z: 122, deep: 32, high: 30, wall: '#222034', lit: 0.5 },
]

export const CORNERS: Block[] = [
  { x0: -50, x1: -16, z: 84, deep: 18, high: 36, wall: '#262538', lit: 0.62 },
  { x0: 16, x1: 52, z: 84, deep: 18, high: 43, wall: '#26283c', lit: 0.6 },
]

const NEON = ['#ff3d6e', '#37c8ff', '#ffb02e', '#7dff9a', '#c45cff', '#ff6a2e', '#f5f0ff', '#3f7bff']

/** Low roofs nearest to us, one on either side, whose lit shops face the street. */
export const NEAR: Block[] = [
  { x0: -60, x1: -19.5, z: 4, deep: 33, high: 8.5, wall: '#14141f', lit: 0.5 },
  { x0: 19.5, x1: 60, z: 4, deep: 33, high: 10, wall: '#14141f', lit: 0.5 },
]

export type Board = { x0: number; x1: number; z: number; low: number; high: number; from: string; to: string }

/** Lit boards on roofs and walls, plain sweeps of colour. */
export const BOARDS: Board[] = [
  { x0: -34, x1: -17, z: 122, low: 35, high: 42, from: '#ff4f7a', to: '#ffb36a' },
  { x0: 18, x1: 34, z: 122, low: 31, high: 39, from: '#3f8cff', to: '#8ff0ff' },
  { x0: -40, x1: -20, z: 162, low: 41, high: 48, from: '#37d0a0', to: '#d8ff8a' },
  { x0: 24, x1: 44, z: 165, low: 48, high: 55, from: '#ff9a3d', to: '#fff0a8' },
  { x0: -36, x1: -18, z: 215, low: 47, high: 54, from: '#7a5cff', to: '#ff7ad0' },
  { x0: 20, x1: 40, z: 220, low: 53, high: 60, from: '#ff5a4a', to: '#ffd0a0' },
  { x0: -50, x1: -17, z: 83.9, low: 33, high: 35.4, from: '#2f6bff', to: '#8fd0ff' },
  { x0: 17, x1: 50, z: 83.9, low: 40, high: 42.4, from: '#ff3d6e', to: '#ffb0c8' },
  { x0: -36, x1: -18, z: 83.9, low: 6.4, high: 9.4, from: '#ffd27a', to: '#ff8a4a' },
  { x0: 18, x1: 42, z: 83.9, low: 6, high: 8.8, from: '#c45cff', to: '#5ac8ff' },
]

export type Screen = {
  x: number
  wide: number
  low: number
  high: number
  z: number
  hue: number
  kind: number
}

export const SCREENS: Screen[] = [
  { x: -37, wide: 19.5, low: 11, high: 31, z: 83.8, hue: 0.26, kind: 0 },
  { x: 18.5, wide: 10.5, low: 10, high: 39, z: 83.8, hue: 0.04, kind: 1 },
  { x: 31, wide: 9, low: 22, high: 38, z: 83.8, hue: 0.8, kind: 2 },
]

/** Neon along both walls of the street beyond the viaduct, the furthest first. */
export function canyonSigns(next: Random): Sign[] {
  const list: Sign[] = []
  for (const z of [300, 262, 240, 222, 206, 186, 172, 160, 148, 136, 124]) {
    for (const side of [-1, 1]) {
      if (next() < 0.15) continue
      const wide = next.between(1.8, 3)
      const low = next.between(6, 12)
      const high = low + next.between(8, 22)
      list.push({ x: side < 0 ? -13.8 : 13.8 - wide, wide, z, low, high, hex: next.pick(NEON) })
    }
  }
  return list
}

/** The signs on the two corner buildings. */
export const CORNER_SIGNS: Sign[] = [
  { x: -15.8, wide: 2.4, z: 83.6, low: 8, high: 30, hex: '#ff3d6e' },
  { x: 13.4, wide: 2.4, z: 83.6, low: 9, high: 34, hex: '#37c8ff' },
  { x: 43, wide: 2.4, z: 83.6, low: 6, high: 20, hex: '#ff6a2e' },
]

export const SIDE_CARS = [
  [24, 72.5, '#8a8f9c'],
  [30.5, 72.5, '#23262f'],
  [24.5, 66.5, '#e6e0d0'],
  [-25, 56.5, '#2b3350'],
  [-32, 56.5, '#c8c4bc'],
  [-25, 61.5, '#1d2a24'],
  [31.5, 66.5, '#7a2f34'],
] as const

export const FLOWS: Flow[] = [
  { from: [-17, BOX.near + 1.5], to: [17, BOX.near + 1.5], wide: 5.5, share: 1 },
  { from: [-17, BOX.far - 1.5], to: [17, BOX.far - 1.5], wide: 5.5, share: 1.1 },
  { from: [BOX.left + 1, BOX.near - 2], to: [BOX.left + 1, BOX.far + 2], wide: 5, share: 0.9 },
  { from: [BOX.right - 1, BOX.near - 2], to: [BOX.right - 1, BOX.far + 2], wide: 5, share: 0.9 },
  { from: [-16, BOX.near], to: [16, BOX.far], wide: 7, share: 1.3 },
  { from: [16, BOX.near], to: [-16, BOX.far], wide: 8, share: 1 },
  { from: [-46, 81], to: [-15, 81], wide: 4, share: 0.7 },
  { from: [15, 81], to: [46, 81], wide: 4, share: 0.7 },
  { from: [-46, 42.6], to: [-15, 42.6], wide: 6, share: 1 },
  { from: [15, 42.6], to: [46, 42.6], wide: 6, share: 1 },
  { from: [-16.5, 12], to: [-16.5, 46], wide: 4, share: 0.7 },
  { from: [16.5, 12], to: [16.5, 46], wide: 4, share: 0.7 },
]
