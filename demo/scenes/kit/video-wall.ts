import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import type { Screen } from './crossing-plan.ts'
import { lerp, TAU, wave } from './curve.ts'
import { type ShadedLayer, shadedLayer } from './shaded-layer.ts'
import { shoot } from './street-camera.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

/** A video wall showing colour and light only: tides, falling discs, slow rays. */
export function screenPainter(): (phase: number, s: Screen) => Canvas {
  const layers = new Map<Screen, ShadedLayer>()
  const noise = noiseTile(14, { size: 128, cells: 4, octaves: 3 })
  return (phase, s) => {
    const layer = layers.get(s) ?? shadedLayer(96, Math.round((96 * (s.high - s.low)) / s.wide))
    layers.set(s, layer)
    return layer.paint((px, py, out) => {
      const u = px / layer.width
      const v = py / layer.height
      const n = tileAt(noise, u * 0.5 + phase, v * 0.5)
      let k = 0.5 + 0.5 * Math.sin(TAU * (u * 0.7 + v * 0.5 - phase * 2 + n * 0.9))
      if (s.kind === 1)
        k =
          0.5 +
          0.5 * Math.sin(TAU * (v * 1.6 - phase * 3 + 0.35 * Math.sin(TAU * (u * 0.8 + phase)) + n * 0.4))
      if (s.kind === 2) k = 0.5 + 0.5 * Math.sin(Math.atan2(v - 0.5, u - 0.5) * 5 + TAU * phase * 2 + n * 2)
      const bright = 0.45 + 0.55 * k ** 1.5
      const hue = s.hue + 0.2 * k + 0.06 * wave(phase, 1, u * 0.3)
      for (let i = 0; i < 3; i++) {
        const c = 0.5 + 0.5 * Math.cos(TAU * (hue + i / 3))
        out[i] = 255 * Math.min(1, bright * (0.14 + 0.86 * c) + 0.5 * k ** 7)
      }
    })
  }
}

export function drawScreen(c: SKRSContext2D, s: Screen, content: Canvas): void {
  const rows = content.height
  for (let i = 0; i < rows; i++) {
    const a = shoot([s.x, lerp(s.high, s.low, i / rows), s.z])
    const b = shoot([s.x + s.wide, lerp(s.high, s.low, (i + 1) / rows), s.z])
    c.drawImage(content, 0, i, content.width, 1, a.x, a.y, b.x - a.x, b.y - a.y + 1)
  }
}
