import { clamp, lerp, smoothstep } from './curve.ts'
import { shadedLayer } from './shaded-layer.ts'
import { driftAt, noiseTile, tileAt } from './tile-noise.ts'

export const W = 1920

export const H = 1080

export const HORIZON = 476

export const SUN = { x: 985, y: 402 }

export function skyColour(x: number, y: number, out: Float32Array): void {
  const v = clamp(y / HORIZON)
  const d = Math.hypot((x - SUN.x) * 0.62, y - SUN.y)
  const near = Math.exp(-d / 95)
  const wide = Math.exp(-d / 420)
  out[0] = lerp(70, 250, v ** 1.15) + 44 * wide + 60 * near
  out[1] = lerp(96, 172, v ** 1.3) + 46 * wide + 70 * near
  out[2] = lerp(150, 128, v ** 0.8) - 6 * wide + 90 * near
}

export function skyPainter() {
  const layer = shadedLayer(W / 2, HORIZON / 2)
  const cloud = noiseTile(12, { size: 512, cells: 4, octaves: 6, gain: 0.54 })
  return (phase: number) =>
    layer.paint((px, py, out) => {
      const x = px * 2
      const y = py * 2
      skyColour(x, y, out)
      const d = Math.hypot((x - SUN.x) * 0.5, y - SUN.y)
      const squeeze = 90 + 190 * (1 - y / HORIZON)
      const warp = tileAt(cloud, x / 1900, y / 900) * 0.25
      const n =
        driftAt(cloud, x / 1700 + warp, y / squeeze, 0.05, 0, phase) * 0.72 +
        driftAt(cloud, x / 700, y / (squeeze * 0.45) + warp, 0.09, 0, phase) * 0.28
      const body = smoothstep(0.5, 0.86, n) * smoothstep(HORIZON, 330, y) * 0.85
      const lit = Math.exp(-d / 260)
      const under = smoothstep(0.52, 0.62, n) * smoothstep(0.8, 0.62, n)
      out[0] = lerp(out[0] as number, 150 + 105 * lit + 70 * under, body)
      out[1] = lerp(out[1] as number, 112 + 96 * lit + 34 * under, body)
      out[2] = lerp(out[2] as number, 132 + 30 * lit - 6 * under, body)
      const disc = smoothstep(37, 33, Math.hypot(x - SUN.x, y - SUN.y))
      out[0] = lerp(out[0] as number, 255, disc)
      out[1] = lerp(out[1] as number, 248, disc)
      out[2] = lerp(out[2] as number, 222, disc)
    })
}
