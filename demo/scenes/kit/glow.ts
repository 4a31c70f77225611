import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { rgb } from './colour.ts'

const sprites = new Map<string, Canvas>()

/** A light's halo, 256 pixels across, falling off like real glare: a hot heart and a long faint skirt. */
export function glowSprite(hex: string): Canvas {
  const known = sprites.get(hex)
  if (known) return known
  const size = 256
  const canvas = createCanvas(size, size)
  const ctx = canvas.getContext('2d')
  const gradient = ctx.createRadialGradient(size / 2, size / 2, 0, size / 2, size / 2, size / 2)
  const [r, g, b] = rgb(hex)
  for (let i = 0; i <= 24; i++) {
    const d = i / 24
    const a = ((1 - d) ** 2 * 0.55 + 0.45 * (1 / (1 + 60 * d * d))) * (1 - d)
    gradient.addColorStop(d, `rgba(${r},${g},${b},${a})`)
  }
  ctx.fillStyle = gradient
  ctx.fillRect(0, 0, size, size)
  sprites.set(hex, canvas)
  return canvas
}

export interface Glow {
  x: number
  y: number
  radius: number
  hex: string
  /** 0..1 and above; light adds up. */
  strength?: number
  /** Height to width, for streaked or flattened halos. */
  squash?: number
}

/** Adds light: 'screen' keeps colours from burning out to white, 'lighter' burns. */
export function glow(
  ctx: SKRSContext2D,
  { x, y, radius, hex, strength = 1, squash = 1 }: Glow,
  mode: 'screen' | 'lighter' = 'screen',
) {
  ctx.save()
  ctx.globalCompositeOperation = mode
  ctx.globalAlpha *= Math.min(1, strength)
  ctx.drawImage(glowSprite(hex), x - radius, y - radius * squash, radius * 2, radius * 2 * squash)
  ctx.restore()
}

/** An out-of-focus light: an almost even disc with a slightly brighter rim. */
export function bokeh(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  hex: string,
  strength: number,
) {
  const [r, g, b] = rgb(hex)
  const disc = ctx.createRadialGradient(x, y, 0, x, y, radius)
  disc.addColorStop(0, `rgba(${r},${g},${b},${0.55 * strength})`)
  disc.addColorStop(0.78, `rgba(${r},${g},${b},${0.68 * strength})`)
  disc.addColorStop(0.92, `rgba(${r},${g},${b},${0.9 * strength})`)
  disc.addColorStop(1, `rgba(${r},${g},${b},0)`)
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.fillStyle = disc
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2)
  ctx.restore()
}
