import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas'
import { mix, rgb } from './colour.ts'
import { shaded } from './layer.ts'
import { fractal } from './noise.ts'

/** A typeface with Japanese characters, when the machine has one; pictures must stand without it. */
export function japaneseFont(): string | undefined {
  const names = ['Noto Serif CJK JP', 'Noto Sans CJK JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'IPAMincho']
  return names.find((name) => GlobalFonts.has(name))
}

export interface Chochin {
  /** Width of the paper body in pixels; the sprite is larger by its caps and tassel. */
  width: number
  /** Height of the body to its width: 0.85 round .. 1.6 long. */
  long: number
  /** Heart of the light, paper where lit, paper at the edges. */
  heart: string
  paper: string
  edge: string
  /** A band of colour at the top and foot of the paper. */
  band?: string
  text?: string
  ink?: string
}

/** A lit paper lantern. The hanging point is the middle of the sprite's top edge. */
export function paintChochin(c: Chochin): Canvas {
  const w = c.width
  const h = w * c.long
  const cap = w * 0.13
  const canvas = createCanvas(Math.ceil(w * 1.16), Math.ceil(h + cap * 4.2))
  const ctx = canvas.getContext('2d')
  const cx = canvas.width / 2
  const top = cap * 1.6
  const ribs = Math.round(7 + c.long * 6)
  const wrinkle = fractal(Math.round(w) + 3, 4)
  const [heart, paper, edge] = [c.heart, c.paper, c.edge].map(rgb) as [number, number, number][]
  const band = rgb(c.band ?? c.edge)
  const body = shaded(canvas.width, Math.ceil(h), (x, y) => {
    const v = (y / h) * 2 - 1
    const rib = (y / h) * ribs
    const ridge = Math.abs(Math.sin(Math.PI * rib))
    const half =
      (w / 2) * (0.6 + 0.4 * Math.sqrt(Math.max(0, 1 - Math.abs(v) ** 2.6))) * (0.972 + 0.028 * ridge)
    const u = (x - cx) / half
    const inside = Math.min(1, Math.max(0, half - Math.abs(x - cx)))
    if (inside <= 0) return [0, 0, 0, 0]
    const far = Math.hypot(u * 0.92, (v + 0.12) * 0.74)
    const round = Math.sqrt(Math.max(0, 1 - u * u))
    const glow = Math.max(0, 1 - far * 0.98) ** 0.8
    const shade = (0.8 + 0.2 * ridge) * (0.9 + 0.1 * wrinkle(x / 9, y / 4)) * (0.62 + 0.38 * round)
    const banded = c.band && Math.abs(v) > 0.74 ? 0.82 : 0
    const channel = (k: 0 | 1 | 2) => {
      const lit = edge?.[k] as number
      const middle = lit + ((paper?.[k] as number) - lit) * Math.min(1, glow * 1.7)
      const hot = middle + ((heart?.[k] as number) - middle) * Math.max(0, glow * 1.5 - 0.55)
      return (hot + (band[k] * (0.55 + 0.5 * glow) - hot) * banded) * shade
    }
    return [channel(0), channel(1), channel(2), inside]
  })
  if (c.text) letter(body.getContext('2d'), c, cx, h)
  ctx.drawImage(body, 0, top)
  caps(ctx, cx, [top, top + h], w, cap)
  return canvas
}

function letter(ctx: SKRSContext2D, { text = '', ink = '#2a0d0a', width }: Chochin, cx: number, h: number) {
  const font = japaneseFont()
  ctx.fillStyle = ink
  ctx.globalAlpha = 0.86
  if (!font) {
    ctx.fillRect(cx - width * 0.035, h * 0.34, width * 0.07, h * 0.32)
    ctx.fillRect(cx - width * 0.16, h * 0.46, width * 0.32, h * 0.06)
    return
  }
  const letters = [...text]
  const size = Math.min(width * 0.52, (h * 0.56) / letters.length)
  ctx.font = `bold ${size}px "${font}"`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  letters.forEach((sign, i) => {
    ctx.fillText(sign, cx, h / 2 + (i - (letters.length - 1) / 2) * size * 1.08)
  })
}

function caps(ctx: SKRSContext2D, cx: number, ends: [number, number], w: number, cap: number) {
  ends.forEach((y, i) => {
    const half = w * 0.31
    const metal = ctx.createLinearGradient(cx - half, 0, cx + half, 0)
    metal.addColorStop(0, '#120a0c')
    metal.addColorStop(0.4, mix('#120a0c', '#a0562c', 0.5))
    metal.addColorStop(1, '#0d080a')
    ctx.fillStyle = metal
    ctx.fillRect(cx - half, y - cap * 0.5, half * 2, cap)
    ctx.fillStyle = 'rgba(255,170,90,0.55)'
    ctx.fillRect(cx - half, i ? y - cap * 0.5 : y + cap * 0.42, half * 2, Math.max(1, cap * 0.1))
  })
  ctx.strokeStyle = '#120a0c'
  ctx.lineWidth = Math.max(1, w * 0.02)
  ctx.beginPath()
  ctx.arc(cx, ends[0] - cap * 0.5, w * 0.2, Math.PI, 0)
  ctx.moveTo(cx, ends[0] - cap * 1.6)
  ctx.lineTo(cx, ends[0] - cap * 0.9)
  ctx.moveTo(cx, ends[1])
  ctx.lineTo(cx, ends[1] + cap * 2)
  ctx.stroke()
}
