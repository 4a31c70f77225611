import { lerp } from './curve.ts'
import { random } from './random.ts'
import { tone } from './tones.ts'

/** Metres: half the alley's width, eye height, how far the walls reach; the vanishing point in picture units. */
export const half = 1.55
export const eye = 1.5
export const long = 26
export const vanish = { x: 872, y: 1500 }
export const focal = 1480
type Lantern = { x: number; y: number; z: number; size: number; lit: number }
export const lanterns: readonly Lantern[] = (() => {
  const roll = random(12)
  const list: Lantern[] = []
  for (let i = 0; i < 26; i++) {
    const z = 2.5 + i * 0.86 + roll() * 0.3
    const side = i % 2 ? 1 : -1
    list.push({
      x: side * (half - 0.74 - roll() * 0.08),
      y: 2.0 + roll() * 0.1,
      z,
      size: 0.36 + roll() * 0.1,
      lit: 0.8 + roll() * 0.3,
    })
  }
  for (let i = 0; i < 5; i++)
    for (let k = 0; k < 5; k++)
      list.push({
        x: lerp(-1.1, 1.1, k / 4),
        y: 3.55 - 0.2 * Math.sin((k / 4) * Math.PI) + i * 0.1,
        z: 5 + i * 4,
        size: 0.3,
        lit: 0.9,
      })
  return list
})()

export const at = (x: number, y: number, z: number) => ({
  x: vanish.x + (x * focal) / z,
  y: vanish.y - ((y - eye) * focal) / z,
  unit: focal / z,
})

/** Warm light that the lanterns shed on a point, by distance alone. */
export function glowAt(x: number, y: number, z: number): number {
  let sum = 0
  for (const l of lanterns) {
    const dz = z - l.z
    if (dz * dz > 9) continue
    const d2 = (x - l.x) ** 2 + (y - l.y) ** 2 + dz * dz
    sum += l.lit / (0.5 + d2 * 2.6)
  }
  return sum * 0.36
}

export const farGlow = tone('#ff9a52')
