import type { SKRSContext2D } from '@napi-rs/canvas'
import { fbm } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { mix, scaled, smooth, tone } from './tones.ts'

export type PaperLantern = {
  /** The middle of the lantern, and its height, in picture units. */
  x: number
  y: number
  size: number
  lit: number
  /** 0 clear .. 1 lost in the glow of the street. */
  haze: number
  /** Brushed on the paper, one character under the other; nothing when empty. */
  text: string
  seed: number
}

/** A red chōchin: ribbed paper lit from within, black rims, brushed characters, and the glow around it. */
export function paperLantern(ctx: SKRSContext2D, { x, y, size, lit, haze, text, seed }: PaperLantern) {
  const rx = size * 0.4
  const ry = size * 0.5
  const air = tone('#d8743c')
  const glow = ctx.createRadialGradient(x, y, rx * 0.3, x, y, size * 2.1)
  glow.addColorStop(0, `rgba(255,110,50,${0.5 * lit})`)
  glow.addColorStop(0.3, `rgba(255,80,36,${0.2 * lit})`)
  glow.addColorStop(1, 'rgba(255,60,20,0)')
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.fillStyle = glow
  ctx.fillRect(x - size * 2.2, y - size * 2.2, size * 4.4, size * 4.4)
  ctx.restore()
  pixelPass(
    ctx,
    { x: x - size * 0.5, y: y - size * 0.66, width: size, height: size * 1.34 },
    (px, py, out) => {
      const u = (px - x) / rx
      const v = (py - y) / ry
      out[3] = 0
      const cap = Math.abs(v) > 0.86
      const half = cap ? 0.52 : Math.sqrt(Math.max(0, 1 - Math.abs(v) ** 2.4)) * 0.98
      if (Math.abs(v) > 1.06 || Math.abs(u) > half) return
      const round = Math.sqrt(Math.max(0, 1 - (u / half) ** 2))
      const rib = Math.abs(((v * 8.5 + 20) % 1) - 0.5) * 2
      const hot = Math.exp(-(u * u) / 0.34 - (v + 0.1) ** 2 / 0.5)
      const paper = 0.06 * fbm(px / (size * 0.05) + seed, py / (size * 0.05), 3)
      let c = mix(tone('#7a0d08'), tone('#f2401c'), round * 0.75 + 0.16 * rib + paper)
      c = mix(c, tone('#ffc46a'), hot * 0.72 * lit)
      c = scaled(c, (0.72 + 0.3 * smooth(0, 0.5, rib)) * (0.6 + 0.42 * lit))
      if (cap) c = mix(tone('#0d0808'), tone('#5c2a18'), round * 0.5 + 0.2 * rib)
      c = mix(c, air, haze * 0.6)
      out[0] = c[0]
      out[1] = c[1]
      out[2] = c[2]
      out[3] = smooth(0, 0.035, half - Math.abs(u))
    },
  )
  if (!text || size < 60) return
  ctx.save()
  ctx.fillStyle = 'rgba(24,6,6,0.88)'
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  ctx.font = `bold ${size * 0.3}px "Noto Serif CJK JP"`
  for (const [i, letter] of [...text].entries())
    ctx.fillText(letter, x, y + (i - (text.length - 1) / 2) * size * 0.32)
  ctx.restore()
}
