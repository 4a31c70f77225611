import type { SKRSContext2D } from '@napi-rs/canvas'
import { clamp, lerp } from './curve.ts'
import { fbm, noise } from './gradient-noise.ts'
import { pixelPass } from './pixel-pass.ts'
import { mix, scaled, smooth, tone } from './tones.ts'

/** An inn among the trees: paper windows alight under a thick roof of snow. */
export function inn(ctx: SKRSContext2D, x: number, foot: number, wide: number) {
  const tall = wide * 0.2
  pixelPass(
    ctx,
    { x: x - wide * 0.6, y: foot - wide * 0.42, width: wide * 1.2, height: wide * 0.44 },
    (px, py, out) => {
      const u = (px - x) / wide
      const h = (foot - py) / tall
      out[3] = 0
      const eave = 0.92 + 0.1 * Math.abs(u) ** 3 * 4
      const ridge = 1.95 + 0.06 * noise(u * 9, 2)
      const slope = eave + (ridge - eave) * clamp((0.57 - Math.abs(u)) / 0.16)
      if (h > eave && h < slope && Math.abs(u) < 0.57) {
        const light = 0.5 + 0.3 * (h - eave) + 0.1 * fbm(u * 14, h * 5, 3)
        const c = mix(tone('#3f5a90'), tone('#c9d9f4'), light)
        const under = smooth(eave + 0.1, eave, h)
        for (let i = 0; i < 3; i++)
          out[i] = lerp(c[i] as number, ([0.95, 0.7, 0.45] as const)[i] as number, under * 0.5)
        out[3] = 0.93
      } else if (h > 0 && h <= eave && Math.abs(u) < 0.5) {
        const bay = (((u + 0.5) * 11) % 1) - 0.5
        const frame =
          Math.abs(bay) > 0.44 || h < 0.16 || h > 0.8 || Math.abs(h - 0.5) < 0.025 || Math.abs(bay) < 0.02
        const dimmed = Math.floor((u + 0.5) * 11) % 4 === 2 ? 0.35 : 1
        const c = frame
          ? tone('#1a1410')
          : scaled(mix(tone('#e08a3c'), tone('#ffe3a4'), 0.5 + 0.5 * h), dimmed)
        for (let i = 0; i < 3; i++) out[i] = c[i] as number
        out[3] = 0.95
      }
    },
  )
  const glow = ctx.createRadialGradient(x, foot - tall * 0.4, 10, x, foot - tall * 0.4, wide * 0.75)
  glow.addColorStop(0, 'rgba(255,190,110,0.42)')
  glow.addColorStop(1, 'rgba(255,170,90,0)')
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.fillStyle = glow
  ctx.fillRect(x - wide, foot - wide * 0.8, wide * 2, wide * 1.3)
  ctx.restore()
}
