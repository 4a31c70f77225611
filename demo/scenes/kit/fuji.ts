import type { Canvas } from '@napi-rs/canvas'
import { rgb } from './colour.ts'
import { clamp, lerp, smoothstep } from './curve.ts'
import { shaded } from './layer.ts'
import { fractal, noise } from './noise.ts'

export interface Fuji {
  width: number
  height: number
  /** The summit, and the foot, in pixels. */
  x: number
  top: number
  base: number
  halfBase: number
  snow: { lit: string; shade: string }
  rock: { lit: string; shade: string }
  /** What the foot fades into, and from which part of the height (0 summit .. 1 foot). */
  haze: { hex: string; from: number; most: number }
  /** How far down the snow reaches, 0..1. */
  snowline: number
  /** -1 light from the left .. 1 from the right. */
  sun: number
  seed?: number
}

const steep = 2.3
const full = 1 - Math.exp(-steep)

/** Mount Fuji: concave slopes, a chipped crater, gullies that run from the summit and hold the snow. */
export function paintFuji(f: Fuji): Canvas {
  const { seed = 3, sun } = f
  const edge = fractal(seed, 5, 0.5)
  const gully = fractal(seed + 1, 4, 0.55)
  const fine = fractal(seed + 2, 4, 0.6)
  const bend = noise(seed + 3)
  const crater = f.halfBase * 0.034
  const tall = f.base - f.top
  const colours = [f.snow.lit, f.snow.shade, f.rock.lit, f.rock.shade, f.haze.hex].map(rgb)
  const [snowLit, snowShade, rockLit, rockShade, haze] = colours as [number, number, number][]
  const surface = (x: number) => {
    const e = Math.max(0, Math.abs(x - f.x) - crater) / f.halfBase
    const t = ((1 - Math.exp(-steep * e)) / full) * smoothstep(-0.02, 0.05, e)
    const chip = e === 0 ? 0.004 + Math.abs(edge(x / 21, 2)) * 0.02 : 0
    return f.top + tall * (t + chip + edge(x / 60, 5) * 0.009 * smoothstep(0, 0.1, e))
  }
  const relief = (x: number, t: number) => {
    const wide = -Math.log(1 - Math.min(0.985, Math.max(0, t)) * full) / steep
    const a = (x - f.x) / (crater + wide * f.halfBase)
    const w = bend(a * 2.3, t * 3) * 0.11 * (0.25 + t) + bend(a * 8 + 5, t * 9) * 0.022
    // Broad ribs near the summit break into ever finer gullies on the way down.
    const ribs = 1 - Math.abs(gully((a + w) * 3.1, t * 1.1 + 9))
    const gullies = 1 - Math.abs(gully((a + w) * 8.5 + 30, t * 2.1))
    const rills = 1 - Math.abs(fine((a + w) * 22, t * 4.4))
    const low = smoothstep(0.02, 0.5, t)
    return ribs * 0.56 + gullies * (0.2 + 0.14 * low) + rills * 0.14 * low
  }
  return shaded(f.width, f.height, (x, y) => {
    const top = surface(x)
    const cover = clamp(y - top + 0.5)
    if (cover <= 0) return [0, 0, 0, 0]
    const t = clamp((y - f.top) / tall)
    const g = relief(x, t)
    const slope = (relief(x + 2.5, t) - relief(x - 2.5, t)) * 3.1
    const side = clamp(((x - f.x) / (f.halfBase * (0.06 + t))) * 1.3, -1, 1)
    const light = clamp(0.48 + sun * (side * 0.55 - slope * (0.55 + 0.65 * t)))
    const grain = fine(x / 9, y / 5) * 0.5
    const line = f.snowline + (0.62 - g) * 0.95 * (0.25 + t) + grain * 0.05
    const snow = 1 - smoothstep(line - 0.035, line + 0.045, t)
    const far = f.haze.most * smoothstep(f.haze.from, 1, t)
    const channel = (c: 0 | 1 | 2) => {
      const white = lerp(snowShade?.[c] ?? 0, snowLit?.[c] ?? 0, light)
      const stone = lerp(rockShade?.[c] ?? 0, rockLit?.[c] ?? 0, light) * (0.93 + grain * 0.12)
      return lerp(lerp(stone, white, snow), haze?.[c] ?? 0, far)
    }
    return [channel(0), channel(1), channel(2), cover]
  })
}
