import type { SKRSContext2D } from '@napi-rs/canvas'

export type Point3 = readonly [x: number, y: number, z: number]
export type Shot = { x: number; y: number; scale: number }

const EYE = 62
const PITCH = Math.PI / 6
const FOCUS = 1150
const MIDDLE = { x: 540, y: 900 }
const SIN = Math.sin(PITCH)
const COS = Math.cos(PITCH)

/**
 * A pinhole camera 62 m above the street, looking 30° down, for a 1080×1920 frame. Metres: x right, y up, z away
 * from the point below the camera. `scale` is pixels per metre there.
 */
export function shoot([x, y, z]: Point3): Shot {
  const depth = z * COS - (y - EYE) * SIN
  const scale = FOCUS / depth
  return { x: MIDDLE.x + x * scale, y: MIDDLE.y - ((y - EYE) * COS + z * SIN) * scale, scale }
}

export function fillShape(c: SKRSContext2D, points: readonly Point3[]): void {
  c.beginPath()
  for (const point of points) {
    const { x, y } = shoot(point)
    c.lineTo(x, y)
  }
  c.closePath()
  c.fill()
}

/** An upright rectangle from (x0, z0) to (x1, z1) on the plan, between two heights. */
export const upright = (
  x0: number,
  z0: number,
  x1: number,
  z1: number,
  low: number,
  high: number,
): Point3[] => [
  [x0, low, z0],
  [x1, low, z1],
  [x1, high, z1],
  [x0, high, z0],
]

/** A rectangle lying on the street. */
export const flat = (x0: number, x1: number, z0: number, z1: number): Point3[] => [
  [x0, 0, z0],
  [x1, 0, z0],
  [x1, 0, z1],
  [x0, 0, z1],
]
