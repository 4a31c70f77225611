import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { easeOut, fract, smoothstep, TAU } from './curve.ts'
import { glow } from './glow.ts'
import { random } from './random.ts'

export interface Shell {
  x: number
  y: number
  radius: number
  /** Phase of the burst, and how much of the loop it lasts. */
  at: number
  lasts: number
  hex: string
  heart: string
  seed: number
  /** Gold willows hang; chrysanthemums stay round. */
  droop?: number
}

/** A shell of a summer festival: rises, opens as a sphere of trails, glitters and goes out. Periodic in phase. */
export function drawShell(ctx: SKRSContext2D, phase: number, shell: Shell, ground: number) {
  const { x, y, radius, at, lasts, hex, heart, seed, droop = 0.3 } = shell
  const rise = 0.11
  const since = fract(phase - at + rise) - rise
  ctx.save()
  ctx.globalCompositeOperation = 'screen'
  ctx.lineCap = 'round'
  if (since < 0) {
    const t = easeOut(1 + since / rise)
    const head = ground + (y - ground) * t
    const tail = ctx.createLinearGradient(0, head, 0, head + 60)
    tail.addColorStop(0, alpha(heart, 0.8 * (1 - t ** 6)))
    tail.addColorStop(1, alpha(heart, 0))
    ctx.fillStyle = tail
    ctx.fillRect(x - 1 + Math.sin(t * 22) * 2, head, 2, 60)
  } else if (since < lasts) burst(ctx, since / lasts, { x, y, radius, hex, heart, seed, droop })
  ctx.restore()
}

function burst(
  ctx: SKRSContext2D,
  t: number,
  s: Pick<Shell, 'x' | 'y' | 'radius' | 'hex' | 'heart' | 'seed'> & { droop: number },
) {
  const next = random(s.seed)
  const flash = Math.exp(-t * 16)
  const fade = 1 - smoothstep(0.5, 1, t)
  glow(ctx, {
    x: s.x,
    y: s.y,
    radius: s.radius * 3.1,
    hex: s.hex,
    strength: 0.55 * Math.exp(-t * 2.6) * fade + 0.25 * flash,
  })
  const reach = (at: number) => easeOut(Math.min(1, Math.max(0, at) * 1.5)) * 0.92 + at * 0.08
  for (let i = 0; i < 150; i++) {
    // Even on a sphere, so that the rim is dense as in a photograph.
    const z = 1 - (2 * (i + 0.5)) / 150
    const turn = i * 2.39996 + next() * 0.3
    const inner = next() < 0.26 ? 0.52 : 1
    const flat = Math.sqrt(1 - z * z) * inner * next.between(0.94, 1.04)
    const dx = Math.cos(turn) * flat
    const dy = (inner === 1 ? 1 : 0.98) * Math.sin(turn) * flat
    const glitter = 0.55 + 0.45 * Math.sin(TAU * (next() + t * 9))
    const place = (at: number) => {
      const r = s.radius * reach(at)
      return [s.x + dx * r, s.y + dy * r + s.radius * s.droop * at * at * 1.3] as const
    }
    const [hx, hy] = place(t)
    const [tx, ty] = place(t - 0.16 - 0.1 * s.droop)
    const light = fade * (t > 0.45 ? glitter : 1)
    const trail = ctx.createLinearGradient(tx, ty, hx, hy)
    const hue = inner === 1 ? s.hex : s.heart
    trail.addColorStop(0, alpha(hue, 0))
    trail.addColorStop(0.6, alpha(s.hex, 0.7 * light))
    trail.addColorStop(1, alpha(mix(hue, s.heart, 0.9 * Math.exp(-t * 7)), light))
    ctx.strokeStyle = trail
    ctx.lineWidth = 2.2
    ctx.beginPath()
    ctx.moveTo(tx, ty)
    ctx.lineTo(hx, hy)
    ctx.stroke()
    ctx.fillStyle = alpha(mix(hue, s.heart, 0.45), light)
    ctx.fillRect(hx - 1.1, hy - 1.1, 2.2, 2.2)
  }
}
