import type { Canvas } from '@napi-rs/canvas'
import { rgb } from './colour.ts'
import { clamp, smoothstep } from './curve.ts'
import { shaded } from './layer.ts'
import { fractal } from './noise.ts'

export interface Cloud {
  seed: number
  width: number
  height: number
  /** Pixels from lump to lump, across and down. */
  span: [x: number, y: number]
  lit: string
  shade: string
  /** 0..1: how much of the sky is covered. */
  cover: number
  /** Where the light stands, as a direction in pixels; (0, 1) is from below. */
  sun?: [x: number, y: number]
  /** Softness of the edges; 0.15 crisp, 0.6 veil. */
  soft?: number
  /** Density by height, 0..1 in and out. */
  envelope?: (v: number, u: number) => number
  opacity?: number
}

/** A bank of clouds lit from one side. Painted at half size: draw it at width × height. */
export function cloudLayer(cloud: Cloud): Canvas {
  const { seed, span, cover, sun = [0, -1], soft = 0.3, opacity = 1 } = cloud
  const body = fractal(seed, 6, 0.52)
  const warp = fractal(seed + 1, 3)
  const lit = rgb(cloud.lit)
  const shade = rgb(cloud.shade)
  const envelope = cloud.envelope ?? ((v) => smoothstep(0, 0.3, v) * (1 - smoothstep(0.7, 1, v)))
  const density = (x: number, y: number) => {
    const u = x / span[0]
    const v = y / span[1]
    const w = warp(u * 0.7, v * 0.7) * 0.35
    return body(u + w, v + w * 0.6) * 0.5 + 0.5
  }
  const reach = span[1] * 0.16
  return shaded(cloud.width >> 1, cloud.height >> 1, (px, py) => {
    const x = px * 2
    const y = py * 2
    const room = envelope(y / cloud.height, x / cloud.width)
    if (room <= 0.003) return [lit[0], lit[1], lit[2], 0]
    const d = density(x, y)
    const a = smoothstep(1 - cover - soft / 2, 1 - cover + soft / 2, d * (0.4 + 0.6 * room)) * room
    const light = clamp(0.5 + (d - density(x + sun[0] * reach, y + sun[1] * reach)) * 3.2 - (d - 0.5) * 0.5)
    const mixed = (c: 0 | 1 | 2) => shade[c] + (lit[c] - shade[c]) * light
    return [mixed(0), mixed(1), mixed(2), a * opacity]
  })
}
