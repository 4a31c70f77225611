import { lerp, smoothstep } from './curve.ts'
import { shadedLayer } from './shaded-layer.ts'
import { driftAt, noiseTile, tileAt } from './tile-noise.ts'

export const W = 1920

export const H = 1080

export const MOON = { x: 1270, y: 372, r: 178 }

export const WATER = { top: 742, bottom: 880 }

export function skyPainter() {
  const layer = shadedLayer(W / 2, WATER.bottom / 2)
  const cloud = noiseTile(11, { size: 512, cells: 4, octaves: 6, gain: 0.55 })
  const maria = noiseTile(31, { size: 256, cells: 4, octaves: 5 })
  return (phase: number) =>
    layer.paint((px, py, out) => {
      const x = px * 2
      const yy = py * 2
      const inWater = yy > WATER.top
      let y = yy
      let sx = x
      let dim = 1
      if (inWater) {
        const depth = (yy - WATER.top) / (WATER.bottom - WATER.top)
        const rip =
          tileAt(cloud, x / (300 + 500 * depth) + phase, yy / (20 + 30 * depth) + phase) +
          tileAt(cloud, x / (500 + 500 * depth) - phase, yy / (14 + 26 * depth)) -
          1
        y = WATER.top - (yy - WATER.top) * 3.1 + rip * 190 * (0.3 + depth)
        sx = x + rip * 60
        dim = 0.8
      }
      const v = Math.min(1, Math.max(0, y / 760))
      let r = lerp(7, 58, v ** 1.6) + 92 * v ** 5
      let g = lerp(22, 100, v ** 1.5) + 30 * v ** 5
      let b = lerp(54, 136, v ** 1.2) - 8 * v ** 5
      const dx = sx - MOON.x
      const dy = y - MOON.y
      const d = Math.hypot(dx, dy)
      const halo = Math.exp(-Math.max(0, d - MOON.r) / 150) * 0.5 + Math.exp(-d / 620) * 0.36
      r += 158 * halo
      g += 122 * halo
      b += 52 * halo
      const face = smoothstep(MOON.r + 1.4, MOON.r - 1.4, d)
      if (face > 0) {
        const m = smoothstep(0.44, 0.78, tileAt(maria, dx / 470 + 0.31, dy / 470 + 0.12)) * 0.8
        const limb = 1 - 0.2 * (d / MOON.r) ** 3
        const low = 1 - 0.07 * (dy / MOON.r)
        r = lerp(r, (255 - 30 * m) * limb, face)
        g = lerp(g, (240 - 46 * m) * limb * (0.98 + 0.02 * low), face)
        b = lerp(b, (196 - 56 * m) * limb * low, face)
      }
      const warp = tileAt(cloud, sx / 1700, y / 1100) * 0.2
      const n = driftAt(cloud, sx / 2100 + warp, y / 520 + warp, 0.1, 0, phase)
      const fine = driftAt(cloud, sx / 900 + warp, y / 210, 0.16, 0, phase)
      const band = smoothstep(40, 300, y) * smoothstep(740, 560, y)
      const c =
        smoothstep(0.42, 0.82, n * 0.74 + fine * 0.26 + 0.05 * Math.exp(-(((y - 400) / 90) ** 2))) *
        (0.3 + 0.7 * band) *
        0.84
      const lit = Math.exp(-d / 270)
      const edge = c * (1 - c) * 4
      r = lerp(r, 40 + 200 * lit + 34 * edge * lit, c)
      g = lerp(g, 60 + 158 * lit + 26 * edge * lit, c)
      b = lerp(b, 100 + 78 * lit + 10 * edge * lit, c)
      if (inWater) {
        const far = 1 - (yy - WATER.top) / (WATER.bottom - WATER.top)
        r = r * dim + 10 * far
        g = g * dim + 12 * far
        b = b * dim + 16 * far
      }
      out[0] = r
      out[1] = g
      out[2] = b
    })
}
