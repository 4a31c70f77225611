import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { type CedarTones, cedarSprite } from './cedar.ts'
import { random } from './random.ts'
import { type NoiseTile, noiseTile, tileAt } from './tile-noise.ts'

export const W = 1920

export const H = 1080

/** Layers are drawn wider than the frame, so that the camera can sway without showing an edge. */
export const PAD = 60

export type Ridge = {
  seed: number
  /** Height of the crest, in pixels from the top, at its lowest and its highest. */
  low: number
  high: number
  /** Where along the frame the crest is highest, 0..1. */
  peak: number
  tones: CedarTones
  haze: string
  tree: number
  count: number
}

function crest(r: Ridge, shape: NoiseTile, x: number): number {
  const hump = Math.exp(-(((x / W - r.peak) / 0.42) ** 2))
  return (
    r.low -
    (r.low - r.high) * hump * 0.75 -
    (r.low - r.high) * 0.5 * (tileAt(shape, x / 1900, r.seed * 0.13) - 0.3)
  )
}

/** Cedars stand in groves, old and young: 0..1 along the slope. */
const grove = (x: number, seed: number) =>
  0.5 + 0.28 * Math.sin(x / 97 + seed) + 0.22 * Math.sin(x / 41 + seed * 2.3)

/** A slope of cedars fading into its own mist towards the foot. */
export function paintRidge(r: Ridge): Canvas {
  const canvas = createCanvas(W + PAD * 2, H)
  const c = canvas.getContext('2d')
  const next = random(r.seed)
  const shape = noiseTile(r.seed, { size: 256, cells: 3, octaves: 5, gain: 0.45 })
  const sprites = Array.from({ length: 6 }, () => cedarSprite(next, r.tones))
  c.fillStyle = r.tones.body
  c.beginPath()
  c.moveTo(0, H)
  for (let x = 0; x <= W + PAD * 2; x += 4) c.lineTo(x, crest(r, shape, x - PAD) - r.tree * 0.05)
  c.lineTo(W + PAD * 2, H)
  c.fill()
  const trees = Array.from({ length: r.count }, () => ({
    x: next() * (W + PAD * 2),
    down: next() ** 1.6,
    k: next(),
  }))
  trees.sort((a, b) => a.down - b.down)
  for (const t of trees) {
    const size = r.tree * (0.5 + 0.55 * grove(t.x, r.seed) + 0.25 * t.k) * (1 + t.down * 0.3)
    const y = crest(r, shape, t.x - PAD) + t.down * r.tree * 1.5 + size * 0.12
    const sprite = sprites[Math.floor(t.k * 6)] as Canvas
    c.drawImage(sprite, t.x - size / 6, y - size, size / 3, size)
  }
  c.globalCompositeOperation = 'source-atop'
  const fade = c.createLinearGradient(0, r.high - r.tree, 0, r.low + 190)
  fade.addColorStop(0, `${r.haze}00`)
  fade.addColorStop(0.45, `${r.haze}40`)
  fade.addColorStop(1, `${r.haze}f0`)
  c.fillStyle = fade
  c.fillRect(0, 0, W + PAD * 2, H)
  return canvas
}
