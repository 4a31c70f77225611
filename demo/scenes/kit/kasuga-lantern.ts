import type { SKRSContext2D } from '@napi-rs/canvas'

export type StoneTones = { lit: string; body: string; shade: string; window: string; moss: string }

type Point = readonly [number, number]

/** A Kasuga stone lantern standing on (x, base), `tall` pixels high, lit from the right. */
export function drawKasugaLantern(
  c: SKRSContext2D,
  x: number,
  base: number,
  tall: number,
  t: StoneTones,
): void {
  const fill = c.createLinearGradient(x - tall * 0.2, 0, x + tall * 0.2, 0)
  fill.addColorStop(0, t.shade)
  fill.addColorStop(0.6, t.body)
  fill.addColorStop(1, t.lit)
  const shape = (points: Point[], style: typeof fill | string = fill) => {
    c.fillStyle = style
    c.beginPath()
    for (const [u, v] of points) c.lineTo(x + u * tall, base - v * tall)
    c.closePath()
    c.fill()
  }
  const mirrored = (half: Point[]): Point[] => [...half, ...half.map(([u, v]): Point => [-u, v]).reverse()]
  shape(
    mirrored([
      [0.17, 0],
      [0.17, 0.05],
      [0.12, 0.08],
      [0.08, 0.13],
    ]),
  )
  shape(
    mirrored([
      [0.055, 0.1],
      [0.05, 0.3],
      [0.062, 0.31],
      [0.062, 0.35],
      [0.05, 0.36],
      [0.056, 0.55],
    ]),
  )
  shape(
    mirrored([
      [0.06, 0.53],
      [0.14, 0.585],
      [0.15, 0.62],
      [0.1, 0.635],
    ]),
  )
  shape(
    mirrored([
      [0.092, 0.63],
      [0.098, 0.775],
    ]),
  )
  shape(
    [
      [-0.045, 0.655],
      [0.045, 0.655],
      [0.045, 0.75],
      [-0.045, 0.75],
    ],
    t.window,
  )
  c.strokeStyle = t.shade
  c.lineWidth = tall * 0.008
  c.beginPath()
  c.moveTo(x, base - 0.655 * tall)
  c.lineTo(x, base - 0.75 * tall)
  c.moveTo(x - 0.045 * tall, base - 0.7 * tall)
  c.lineTo(x + 0.045 * tall, base - 0.7 * tall)
  c.stroke()
  c.fillStyle = fill
  c.beginPath()
  c.moveTo(x - 0.215 * tall, base - 0.8 * tall)
  c.quadraticCurveTo(x - 0.2 * tall, base - 0.765 * tall, x - 0.15 * tall, base - 0.77 * tall)
  c.lineTo(x + 0.15 * tall, base - 0.77 * tall)
  c.quadraticCurveTo(x + 0.2 * tall, base - 0.765 * tall, x + 0.215 * tall, base - 0.8 * tall)
  c.quadraticCurveTo(x + 0.1 * tall, base - 0.82 * tall, x + 0.035 * tall, base - 0.9 * tall)
  c.lineTo(x - 0.035 * tall, base - 0.9 * tall)
  c.quadraticCurveTo(x - 0.1 * tall, base - 0.82 * tall, x - 0.215 * tall, base - 0.8 * tall)
  c.fill()
  c.strokeStyle = t.moss
  c.lineWidth = tall * 0.014
  c.beginPath()
  c.moveTo(x - 0.2 * tall, base - 0.8 * tall)
  c.quadraticCurveTo(x - 0.09 * tall, base - 0.83 * tall, x - 0.035 * tall, base - 0.9 * tall)
  c.stroke()
  shape(
    mirrored([
      [0.03, 0.9],
      [0.045, 0.93],
      [0.036, 0.965],
      [0.0, 1.0],
    ]),
  )
}
