import type { Canvas } from '@napi-rs/canvas'
import { fract, smoothstep, TAU } from './curve.ts'
import { shadedLayer } from './shaded-layer.ts'
import { noiseTile, tileAt } from './tile-noise.ts'

export const S = 1080

/** Light focused by the surface: the folded-sine field of J. Hoskins' "Tileable Water Caustic", each fold whole turns a loop. */
function causticField(size: number) {
  const field = new Float32Array(size * size)
  const turns = [1, -1, 1, -2, 1]
  return (phase: number): Float32Array => {
    for (let py = 0, i = 0; py < size; py++) {
      for (let px = 0; px < size; px++, i++) {
        const x = (px / size) * TAU - 250
        const y = (py / size) * TAU - 250
        let a = x
        let b = y
        let sum = 1
        for (let n = 0; n < 5; n++) {
          const t = TAU * phase * (turns[n] as number) + n * 1.3
          const na = x + Math.cos(t - a) + Math.sin(t + b)
          b = y + Math.sin(t - b) + Math.cos(t + a)
          a = na
          sum += 1 / Math.hypot(x / (Math.sin(a + t) / 0.005), y / (Math.cos(b + t) / 0.005))
        }
        field[i] = Math.min(1, Math.abs(1.17 - (sum / 5) ** 1.4) ** 8)
      }
    }
    return field
  }
}

type Ring = { x: number; y: number; start: number; strength: number }

const RINGS: Ring[] = [
  { x: 690, y: 300, start: 0.1, strength: 1 },
  { x: 300, y: 690, start: 0.45, strength: 0.8 },
  { x: 860, y: 760, start: 0.75, strength: 0.9 },
]

/** Bends what lies below by the slope of the surface, then adds caustics and the sky's sheen. */
export function surfacePainter() {
  const layer = shadedLayer(S, S)
  const swell = noiseTile(9, { size: 256, cells: 5, octaves: 3, gain: 0.45 })
  const size = 300
  const caustics = causticField(size)
  return (below: Uint8ClampedArray, phase: number): Canvas => {
    const field = { size, data: caustics(phase) }
    return layer.paint((x, y, out) => {
      const h0 = tileAt(swell, x / 640 + phase, y / 640)
      const h1 = tileAt(swell, x / 420, y / 420 - phase)
      let dx = (h0 - 0.5) * 9
      let dy = (h1 - 0.5) * 9
      let gleam = 0
      for (const ring of RINGS) {
        const life = fract(phase * 2 + ring.start)
        const rx = x - ring.x
        const ry = y - ring.y
        const r = Math.hypot(rx, ry) + 0.01
        const away = r - 330 * life
        if (away > 60 || away < -60) continue
        const force =
          ring.strength *
          (1 - life) ** 1.5 *
          smoothstep(0, 0.06, life) *
          Math.exp(-((away / 24) ** 2)) *
          Math.sin(away / 5.5)
        dx += (rx / r) * force * 7
        dy += (ry / r) * force * 7
        gleam += (force * (-rx - ry)) / r
      }
      const sx = Math.min(S - 1, Math.max(0, Math.round(x + dx)))
      const sy = Math.min(S - 1, Math.max(0, Math.round(y + dy)))
      const i = (sy * S + sx) * 4
      const light = tileAt(field, (x + dx * 3) / 760, (y + dy * 3) / 760)
      const shine = smoothstep(0.62, 0.95, 0.55 * h0 + 0.45 * h1) * (1 - (x + y) / 2600)
      const add = 64 * light + 60 * shine + 46 * gleam
      const lift = 1 + 0.6 * light
      out[0] = (below[i] as number) * lift + add * 0.72
      out[1] = (below[i + 1] as number) * lift + add * 0.96
      out[2] = (below[i + 2] as number) * lift + add * 0.92
    })
  }
}
