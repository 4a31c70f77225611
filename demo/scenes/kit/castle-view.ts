import type { SKRSContext2D } from '@napi-rs/canvas'
import { random } from './random.ts'
import { mix, scaled, type Tone, tone } from './tones.ts'

export type Point = readonly [x: number, y: number, z: number]
export type Flat = readonly [x: number, y: number]

export const plaster = tone('#f6f0e4')
export const timber = tone('#23272b')
export const copper = tone('#7fae9c')
export const copperDark = tone('#2f5a54')
export const gold = tone('#e2b04a')
export const shadow = tone('#5c6f8c')

/** The two sides one sees: the front (towards -z, in the sun) and the right (towards +x, in shade). */
export const sides = [
  { at: (s: number, y: number, a: number, b: number): Point => [s * a, y, -b], lit: 1 },
  { at: (s: number, y: number, a: number, b: number): Point => [a, y, s * b], lit: 0.66 },
] as const
export const lightOn = (c: Tone, lit: number, by = 1): Tone =>
  mix(scaled(c, by), scaled(mix(c, shadow, 0.45), by * 0.86), (1 - lit) * 1.9)

/** Draws flat pieces of the keep as they are seen, its corner turned to the viewer, and rolls for what is irregular. */
export function keepBrush(ctx: SKRSContext2D, cx: number, foot: number) {
  const roll = random(5)
  const cos = Math.cos(0.56)
  const sin = Math.sin(0.56)
  const to = ([x, y, z]: Point): Flat => {
    const depth = 2100 / (2100 - x * sin + z * cos)
    return [cx + (x * cos + z * sin) * depth, foot + 60 - (y + 60) * depth]
  }
  const fill = (colour: string, ...points: Point[]) => {
    ctx.fillStyle = colour
    ctx.beginPath()
    for (const [i, point] of points.entries()) {
      const [px, py] = to(point)
      if (i === 0) ctx.moveTo(px, py)
      else ctx.lineTo(px, py)
    }
    ctx.closePath()
    ctx.fill()
  }
  return { ctx, roll, to, fill }
}

export type KeepBrush = ReturnType<typeof keepBrush>
