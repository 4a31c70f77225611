import type { SKRSContext2D } from '@napi-rs/canvas'
import { fbm, noise } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { mix, scaled, smooth, type Tone, tone } from './tones.ts'

/** Outline of a snow-viewing lantern as half widths by height (0 foot .. 1 top), in shares of its height. */
function halfWidth(h: number): number {
  if (h < 0.3) return 0.3 - 0.1 * Math.sin((h / 0.3) * Math.PI * 0.5)
  if (h < 0.36) return 0.27
  if (h < 0.6) return 0.185
  if (h < 0.64) return 0.22
  if (h < 0.8) return 0.56 * (1 - smooth(0.62, 0.84, h) * 0.82) + 0.02
  if (h < 0.86) return 0.07
  return 0.085 * Math.sqrt(Math.max(0, 1 - ((h - 0.91) / 0.085) ** 2))
}

/** A yukimi-dōrō: spread legs, glowing fire box, wide roof under a cushion of snow. `tall` is its height in picture units. */
export function paintStoneLantern(ctx: SKRSContext2D, cx: number, foot: number, tall: number) {
  const flame = tone('#ffd88a')
  pixelPass(
    ctx,
    { x: cx - tall * 0.75, y: foot - tall * 1.2, width: tall * 1.5, height: tall * 1.25 },
    (x, y, out) => {
      const h = (foot - y) / tall
      const u = (x - cx) / tall
      out[3] = 0
      const roofTop = 0.64 + 0.2 * (1 - smooth(0.04, 0.56, Math.abs(u)) * 0.92)
      const cushion =
        Math.abs(u) < 0.55
          ? roofTop + 0.13 * Math.sqrt(Math.max(0, 1 - (u / 0.55) ** 2)) * (0.8 + 0.2 * noise(u * 6, 2))
          : 0
      if (h > 0.655 && h < cushion && h > roofTop - 0.03) {
        const light =
          0.42 + 0.5 * smooth(roofTop - 0.03, cushion, h) + 0.14 * u + 0.05 * fbm(u * 12, h * 12, 3)
        const c = mix(tone('#41598c'), tone('#e4edfd'), light)
        out[0] = c[0]
        out[1] = c[1]
        out[2] = c[2]
        out[3] = smooth(0, 0.008, cushion - h)
        return
      }
      const half = halfWidth(h)
      const gapLegs =
        h < 0.27 && Math.abs(u) < 0.17 + 0.04 * Math.cos((h / 0.27) * 1.6) && Math.abs(u) > 0.045
      if (h < -0.02 || h > 1.0 || Math.abs(u) > half || gapLegs) return
      const side = u / half
      const rough = fbm(x / 9, y / 9, 4, 3)
      let c: Tone = scaled(mix(tone('#10141d'), tone('#7d8798'), 0.32 + 0.22 * side + 0.3 * rough), 0.85)
      if (h > 0.385 && h < 0.585) {
        const pane = Math.abs(side) < 0.42 ? Math.abs(side) / 0.42 : Math.abs(Math.abs(side) - 0.72) / 0.2
        const bars =
          Math.abs(((side * 5.2 + 9) % 1) - 0.5) < 0.09 || Math.abs((((h - 0.385) / 0.2) % 0.5) - 0.25) < 0.02
        if (pane < 0.94 && !bars)
          c = mix(flame, [1, 0.97, 0.86], Math.exp(-((u / 0.08) ** 2) - ((h - 0.46) / 0.06) ** 2))
        else c = mix(c, flame, 0.3)
      } else {
        const spill =
          Math.exp(-(((h - 0.36) / 0.05) ** 2)) * 0.7 +
          Math.exp(-(((h - 0.63) / 0.04) ** 2)) * 0.6 +
          (h < 0.3 ? 0.1 : 0)
        c = mix(c, flame, spill * (0.6 + 0.4 * rough))
      }
      if (h > 0.86 && u * 0.4 + (h - 0.9) * 3 > 0.02) c = mix(c, tone('#d8e4f8'), 0.8)
      out[0] = c[0]
      out[1] = c[1]
      out[2] = c[2]
      out[3] = 1
    },
  )
  const glow = ctx.createRadialGradient(
    cx,
    foot - tall * 0.48,
    tall * 0.05,
    cx,
    foot - tall * 0.48,
    tall * 2.1,
  )
  glow.addColorStop(0, 'rgba(255,205,120,0.55)')
  glow.addColorStop(0.25, 'rgba(255,176,90,0.2)')
  glow.addColorStop(1, 'rgba(255,160,80,0)')
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.fillStyle = glow
  ctx.fillRect(cx - tall * 2.2, foot - tall * 2.7, tall * 4.4, tall * 4.4)
  ctx.restore()
}
