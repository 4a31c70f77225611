import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, wave } from './curve.ts'
import { type Hsl, hydrangeaLeaf } from './hydrangea.ts'
import { H, W } from './rain-garden.ts'
import { random } from './random.ts'

type Head = { x: number; y: number; size: number; tone: number; beat: number }

type Bush = { leaves: Canvas; heads: Head[] }

export const TONES: Hsl[] = [
  { hue: 222, saturation: 40, lightness: 56 },
  { hue: 244, saturation: 34, lightness: 60 },
  { hue: 268, saturation: 28, lightness: 60 },
  { hue: 210, saturation: 42, lightness: 62 },
  { hue: 300, saturation: 22, lightness: 70 },
]

/** Leaves painted once; heads kept apart, since each nods in its own time. */
export function growBush(
  seed: number,
  box: { x: number; y: number; w: number; h: number },
  size: number,
  dim: number,
): Bush {
  const next = random(seed)
  const leaves = createCanvas(W, H)
  const c = leaves.getContext('2d')
  const inside = () => {
    const turn = Math.PI * (1 + next())
    const far = Math.sqrt(next())
    return {
      x: box.x + box.w * 0.5 * (1 + Math.cos(turn) * far),
      y: box.y + box.h * (1 + Math.sin(turn) * far),
    }
  }
  for (let i = 0; i < 420; i++) {
    const p = inside()
    c.save()
    c.translate(p.x, p.y + size * 0.8)
    c.rotate((next() - 0.5) * 3.4)
    hydrangeaLeaf(c, size * (1.1 + 0.7 * next()), {
      hue: 140 + 22 * next(),
      saturation: 26,
      lightness: 14 + 20 * (i / 420) * next() + dim,
    })
    c.restore()
  }
  const heads: Head[] = []
  for (let i = 0; i < 400 && heads.length < 15; i++) {
    const p = inside()
    const grown = size * (0.75 + 0.4 * next())
    if (heads.some((h) => Math.hypot(h.x - p.x, h.y - p.y) < (h.size + grown) * 0.8)) continue
    heads.push({ ...p, size: grown, tone: Math.floor(next() * 5), beat: next() })
  }
  return { leaves, heads: heads.sort((a, b) => a.y - b.y) }
}

export function drawBush(c: SKRSContext2D, bush: Bush, heads: Canvas[], phase: number): void {
  c.drawImage(bush.leaves, 0, 0)
  for (const h of bush.heads) {
    const hit = fract(phase * 2 + h.beat)
    const nod = Math.exp(-hit * 7) * Math.sin(hit * 34)
    c.save()
    c.translate(h.x + 1.6 * wave(phase, 1, h.beat), h.y + h.size * 0.05 * nod)
    c.rotate(0.025 * nod + 0.012 * wave(phase, 1, h.beat))
    c.scale(h.size / 80, h.size / 80)
    c.drawImage(heads[h.tone] as Canvas, -96, -96)
    c.restore()
  }
}
