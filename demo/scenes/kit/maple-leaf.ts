import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'

export type LeafTones = { light: string; body: string; vein: string }

const LOBES = [
  { turn: 0, reach: 1 },
  { turn: 0.72, reach: 0.9 },
  { turn: -0.72, reach: 0.9 },
  { turn: 1.42, reach: 0.72 },
  { turn: -1.42, reach: 0.72 },
  { turn: 2.15, reach: 0.42 },
  { turn: -2.15, reach: 0.42 },
]

function lobe(c: SKRSContext2D, turn: number, reach: number, r: number): void {
  const at = (along: number, aside: number) => {
    const sin = Math.sin(turn)
    const cos = Math.cos(turn)
    return [(sin * along + cos * aside) * r * reach, (-cos * along + sin * aside) * r * reach] as const
  }
  const side = (sign: number) => {
    const steps = [0.95, 0.86, 0.84, 0.74, 0.71, 0.58, 0.5, 0.3]
    const widths = [0.02, 0.06, 0.045, 0.12, 0.1, 0.165, 0.15, 0.13]
    return steps.map((along, i) => at(along, sign * (widths[i] as number)))
  }
  c.moveTo(0, 0)
  for (const [x, y] of side(-1).reverse()) c.lineTo(x, y)
  c.lineTo(...at(1.04, 0))
  for (const [x, y] of side(1)) c.lineTo(x, y)
  c.closePath()
}

/** A seven-lobed momiji leaf of radius r around (0, 0), tip up, with toothed edges, veins and stalk. */
function drawMapleLeaf(c: SKRSContext2D, r: number, tones: LeafTones): void {
  const fill = c.createRadialGradient(0, 0, 0, 0, 0, r)
  fill.addColorStop(0, tones.light)
  fill.addColorStop(0.5, tones.body)
  fill.addColorStop(1, tones.body)
  c.fillStyle = fill
  for (const { turn, reach } of LOBES) {
    c.beginPath()
    lobe(c, turn, reach, r)
    c.fill()
  }
  c.lineCap = 'round'
  c.strokeStyle = tones.vein
  if (r >= 11) {
    c.lineWidth = r * 0.022
    for (const { turn, reach } of LOBES) {
      c.beginPath()
      c.moveTo(0, 0)
      c.lineTo(Math.sin(turn) * r * reach * 0.86, -Math.cos(turn) * r * reach * 0.86)
      c.stroke()
    }
  }
  c.lineWidth = Math.max(0.7, r * 0.045)
  c.beginPath()
  c.moveTo(0, 0)
  c.quadraticCurveTo(r * 0.06, r * 0.4, -r * 0.04, r * 0.78)
  c.stroke()
}

/** The leaf alone on a square canvas of 2.2 r, centred. */
export function mapleLeafSprite(r: number, tones: LeafTones): Canvas {
  const canvas = createCanvas(Math.ceil(r * 2.2), Math.ceil(r * 2.2))
  const c = canvas.getContext('2d')
  c.translate(r * 1.1, r * 1.1)
  drawMapleLeaf(c, r, tones)
  return canvas
}

export type Spray = {
  width: number
  height: number
  leaf: number
  count: number
  tones: readonly LeafTones[]
}

/**
 * A flat tier of maple foliage, the way momiji grow: dense in the middle, ragged at the rim, the first tones below,
 * the last ones on top. Leaves of radius `leaf`.
 */
export function spraySprite(next: () => number, { width, height, leaf, count, tones }: Spray): Canvas {
  const canvas = createCanvas(width, height)
  const c = canvas.getContext('2d')
  const sprites = tones.map((t) => mapleLeafSprite(leaf, t))
  for (let i = 0; i < count; i++) {
    const rank = i / count
    const turn = next() * Math.PI * 2
    const far = Math.sqrt(next()) * (0.86 + 0.14 * Math.sin(turn * 5 + width))
    const x = width / 2 + Math.cos(turn) * far * (width / 2 - leaf * 1.3)
    const y = height / 2 + Math.sin(turn) * far * (height / 2 - leaf * 1.3) - (rank - 0.5) * height * 0.16
    const tone = Math.min(tones.length - 1, Math.floor((rank * 0.75 + next() * 0.3) * tones.length))
    const sprite = sprites[tone] as Canvas
    const size = 0.65 + 0.5 * next()
    c.save()
    c.translate(x, y)
    c.rotate(Math.PI + (next() - 0.5) * 2.6)
    c.scale(size * (0.55 + 0.45 * next()), size)
    c.drawImage(sprite, -leaf * 1.1, -leaf * 1.1)
    c.restore()
  }
  return canvas
}
