import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha, mix } from './colour.ts'
import { TAU } from './curve.ts'

export interface Walker {
  x: number
  foot: number
  /** Pixels per metre. */
  unit: number
  /** The umbrella's colour. */
  hex: string
  phase: number
  lag: number
  /** 0 near and dark .. 1 lost in haze. */
  far: number
}

/** A person walking away under an umbrella, against the light: long coat, legs in step, a mirrored smear below. */
export function drawUmbrella(ctx: SKRSContext2D, w: Walker) {
  ctx.save()
  ctx.translate(w.x, w.foot)
  ctx.save()
  ctx.scale(1, -0.92)
  ctx.globalAlpha *= 0.24
  figure(ctx, w)
  ctx.restore()
  figure(ctx, w)
  ctx.restore()
}

function figure(ctx: SKRSContext2D, { unit: u, hex, phase, lag, far }: Walker) {
  const step = TAU * (phase * 7 + lag)
  const bob = 0.02 * u * Math.abs(Math.cos(step))
  const coat = mix('#0b0a16', '#6a4470', far * 0.75)
  ctx.translate(0, -bob)
  ctx.lineCap = 'round'
  for (const side of [-1, 1]) {
    const lift = Math.max(0, Math.sin(step) * side)
    ctx.strokeStyle = coat
    ctx.lineWidth = 0.1 * u
    ctx.beginPath()
    ctx.moveTo(side * 0.08 * u, -0.75 * u)
    ctx.lineTo(side * 0.085 * u, -0.36 * u - lift * 0.06 * u)
    ctx.lineTo(side * 0.09 * u, -0.05 * u - lift * 0.16 * u)
    ctx.stroke()
  }
  const cloth = ctx.createLinearGradient(-0.28 * u, 0, 0.28 * u, 0)
  cloth.addColorStop(0, mix(coat, '#ff6aa8', 0.34))
  cloth.addColorStop(0.2, coat)
  cloth.addColorStop(0.82, coat)
  cloth.addColorStop(1, mix(coat, '#58c8ff', 0.36))
  ctx.fillStyle = cloth
  ctx.beginPath()
  ctx.moveTo(-0.06 * u, -1.47 * u)
  ctx.bezierCurveTo(-0.12 * u, -1.4 * u, -0.24 * u, -1.42 * u, -0.24 * u, -1.2 * u)
  ctx.bezierCurveTo(-0.26 * u, -1 * u, -0.16 * u, -0.98 * u, -0.25 * u, -0.5 * u)
  ctx.quadraticCurveTo(0, -0.44 * u, 0.25 * u, -0.5 * u)
  ctx.bezierCurveTo(0.16 * u, -0.98 * u, 0.26 * u, -1 * u, 0.24 * u, -1.2 * u)
  ctx.bezierCurveTo(0.24 * u, -1.42 * u, 0.12 * u, -1.4 * u, 0.06 * u, -1.47 * u)
  ctx.fill()
  ctx.beginPath()
  ctx.ellipse(0, -1.58 * u, 0.1 * u, 0.13 * u, 0, 0, TAU)
  ctx.fill()
  canopy(ctx, u, hex, far, 0.03 * Math.sin(step / 1))
}

function canopy(ctx: SKRSContext2D, u: number, hex: string, far: number, tilt: number) {
  ctx.save()
  ctx.translate(0.06 * u, -1.62 * u)
  ctx.rotate(0.06 + tilt)
  ctx.strokeStyle = alpha('#0b0a16', 0.9)
  ctx.lineWidth = Math.max(1, 0.02 * u)
  ctx.beginPath()
  ctx.moveTo(0, 0.45 * u)
  ctx.lineTo(0, -0.5 * u)
  ctx.stroke()
  const skin = ctx.createRadialGradient(0, -0.1 * u, 0, 0, -0.1 * u, 0.66 * u)
  const tone = mix(hex, '#a05a8a', far * 0.5)
  skin.addColorStop(0, mix(tone, '#0b0a16', 0.25))
  skin.addColorStop(0.7, mix(tone, '#0b0a16', 0.5))
  skin.addColorStop(1, mix(tone, '#ffffff', 0.18))
  ctx.fillStyle = skin
  const ribs = 6
  const r = 0.6 * u
  ctx.beginPath()
  ctx.moveTo(-r, 0.02 * u)
  ctx.bezierCurveTo(-r * 0.92, -0.42 * u, -r * 0.4, -0.5 * u, 0, -0.5 * u)
  ctx.bezierCurveTo(r * 0.4, -0.5 * u, r * 0.92, -0.42 * u, r, 0.02 * u)
  for (let i = 0; i < ribs; i++) {
    const a = r - (2 * r * (i + 1)) / ribs
    ctx.quadraticCurveTo(a + r / ribs, -0.07 * u, a, 0.02 * u)
  }
  ctx.fill()
  ctx.strokeStyle = alpha('#0b0a16', 0.35)
  ctx.lineWidth = Math.max(0.6, 0.01 * u)
  for (let i = 1; i < ribs; i++) {
    const a = -r + (2 * r * i) / ribs
    ctx.beginPath()
    ctx.moveTo(0, -0.5 * u)
    ctx.quadraticCurveTo(a * 0.86, -0.38 * u, a, 0.02 * u)
    ctx.stroke()
  }
  ctx.restore()
}
