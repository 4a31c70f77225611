import type { SKRSContext2D } from '@napi-rs/canvas'
import { W } from './cedar-ridge.ts'
import { fract, lerp, TAU, wave } from './curve.ts'

type Bird = { offset: number; y: number; size: number; flaps: number; rise: number; row: number }

export function drawBird(c: SKRSContext2D, b: Bird, phase: number): void {
  const t = fract(phase + b.offset)
  const x = lerp(-80, W + 80, t)
  const y = b.y - b.rise * t + 14 * wave(t, 2, b.offset)
  const beat = Math.sin(TAU * phase * b.flaps + b.row)
  const lift = beat * 0.62 + 0.12
  const s = b.size
  c.beginPath()
  c.moveTo(x - s, y - s * lift)
  c.quadraticCurveTo(x - s * 0.45, y - s * (0.28 + 0.3 * lift), x, y)
  c.quadraticCurveTo(x + s * 0.45, y - s * (0.28 + 0.3 * lift), x + s, y - s * lift)
  c.quadraticCurveTo(x + s * 0.42, y - s * (0.06 + 0.2 * lift), x + s * 0.12, y + s * 0.14)
  c.quadraticCurveTo(x, y + s * 0.2, x - s * 0.12, y + s * 0.14)
  c.quadraticCurveTo(x - s * 0.42, y - s * (0.06 + 0.2 * lift), x - s, y - s * lift)
  c.fill()
}
