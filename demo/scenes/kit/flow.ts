import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { fract } from './curve.ts'

/**
 * Endless travel that still loops: two copies move the same way half a loop apart, each fading out before it
 * jumps home. `paint` is called twice with the travelled part -0.5..0.5 and the copy's weight 0..1.
 */
function flow(phase: number, paint: (travelled: number, weight: number) => void) {
  for (const half of [0, 0.5]) {
    const at = fract(phase + half)
    paint(at - 0.5, Math.sin(Math.PI * at) ** 2)
  }
}

/** Draws a layer that drifts `distance` pixels per loop and never comes back the other way. */
export function drawFlow(
  ctx: SKRSContext2D,
  source: Canvas,
  phase: number,
  { x = 0, y = 0, distance = 60, rise = 0, width = source.width, height = source.height, opacity = 1 },
) {
  ctx.save()
  const base = ctx.globalAlpha
  flow(phase, (travelled, weight) => {
    ctx.globalAlpha = base * weight * opacity
    ctx.drawImage(source, x + travelled * distance, y - travelled * rise, width, height)
  })
  ctx.restore()
}
