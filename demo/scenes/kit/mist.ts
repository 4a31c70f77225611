import type { Canvas } from '@napi-rs/canvas'
import { rgb } from './colour.ts'
import { smoothstep } from './curve.ts'
import { shaded } from './layer.ts'
import { type NoiseTile, noiseTile, tileAt } from './tile-noise.ts'

export interface Mist {
  seed: number
  width: number
  height: number
  hex: string
  /** 0..1: how much of the band is filled. */
  cover?: number
  /** How stretched the wisps are sideways. */
  stretch?: number
  opacity?: number
}

/** A band of mist whose left edge continues its right one; soft above and below. Painted at half size. */
export function mistBand({
  seed,
  width,
  height,
  hex,
  cover = 0.5,
  stretch = 3,
  opacity = 0.8,
}: Mist): Canvas {
  const tile: NoiseTile = noiseTile(seed, { size: 256, cells: 4, octaves: 5 })
  const [r, g, b] = rgb(hex)
  const w = Math.round(width / 2)
  const h = Math.round(height / 2)
  const across = Math.max(1, Math.round((w / h / stretch) * 1.0))
  return shaded(w, h, (x, y) => {
    const v = y / h
    const bend = tileAt(tile, x / w, v * 0.5 + 0.3) * 0.12
    const n = tileAt(tile, (x / w) * across + bend, v * 0.9 + bend)
    const body = smoothstep(0, 0.42, v) * (1 - smoothstep(0.55, 1, v))
    const a = smoothstep(1 - cover - 0.35, 1 - cover + 0.45, n) * body * opacity
    return [r, g, b, a]
  })
}
