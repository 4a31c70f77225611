import { type Camera, unit } from './relief.ts'
import { ramp, tone } from './tones.ts'

export const width = 2560
export const height = 1707
/** Centimetres; the bowl's middle stands at z = 40. */
export const camera: Camera = { eye: 30, horizon: -1010, focal: 2750, centre: 1230, near: 26.5, far: 56 }
export const middle = 40
export const rim = 10.6
export const rimHeight = 6.6
export const lamp = unit(-0.5, 0.72, 0.42)

export const lacquer = ramp(
  [0, tone('#0c0707')],
  [0.4, tone('#2a1412')],
  [0.8, tone('#6b2f22')],
  [1, tone('#d89a6c')],
)
