import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import {
  across,
  bands,
  down,
  eye,
  focal,
  grow,
  haze,
  hazy,
  height,
  horizon,
  margin,
  tall,
  wide,
  width,
} from '../kit/bamboo.ts'
import { drift, plane } from '../kit/camera.ts'
import { mix, rgb } from '../kit/colour.ts'
import { fract, lerp, smoothstep, sway, TAU } from '../kit/curve.ts'
import { film } from '../kit/film.ts'
import { bokeh, glow } from '../kit/glow.ts'
import { blurred, layer, shaded, skyGradient } from '../kit/layer.ts'
import { fractal } from '../kit/noise.ts'
import { once } from '../kit/once.ts'
import { particles } from '../kit/particles.ts'
import { random } from '../kit/random.ts'
import type { Scene } from '../scene.ts'

/** The trodden path, leaf litter beside it, and spots of sun. */
function ground(): Canvas {
  const litter = fractal(7, 4, 0.6)
  const dapple = fractal(9, 3, 0.5)
  const [path, edge, sun, far] = ['#a8925f', '#5a5426', '#fff3b8', haze].map(rgb) as [
    number,
    number,
    number,
  ][]
  return shaded(wide, tall - margin - horizon, (x, y) => {
    const z = (eye * focal) / (y + 1)
    const X = ((x - margin - width / 2) * z) / focal - 0.0042 * z * z + 0.02 * z
    const fine = litter(X * 9, z * 5) * 0.5 + litter(X * 40, z * 22) * 0.35
    const onPath = 1 - smoothstep(1.35, 1.85, Math.abs(X) + fine * 0.22)
    const spot = smoothstep(0.12, 0.5, dapple(X * 0.9, z * 0.42)) * (0.35 + 0.4 * onPath)
    const fog = 1 - Math.exp(-z / 23)
    const rut = 1 - 0.1 * Math.exp(-(((Math.abs(X) - 0.7) / 0.24) ** 2))
    const channel = (c: 0 | 1 | 2) => {
      const base = lerp(edge?.[c] ?? 0, path?.[c] ?? 0, onPath) * (0.78 + fine * 0.42) * rut
      return lerp(lerp(base * 0.72, sun?.[c] ?? 0, spot), far?.[c] ?? 0, fog)
    }
    return [channel(0), channel(1), channel(2), smoothstep(0, 60, y)]
  })
}

/** Brushwood fences on both sides: twigs packed upright under a split-bamboo rail. */
function fences(): Canvas {
  return layer(wide, tall, (ctx) => {
    const next = random(33)
    for (let z = 60; z > 2.2; z -= 0.0055 * z) {
      for (const side of [-1, 1]) {
        const X = side * (2 + next.between(0, 0.1))
        const x = across(X, z)
        const top = down(1.12 + next.bell() * 0.05, z)
        ctx.strokeStyle = hazy(mix('#4e3d25', '#b59c62', next() * (side < 0 ? 0.55 : 0.9)), z)
        ctx.lineWidth = Math.max(0.8, (0.018 * focal) / z)
        ctx.beginPath()
        ctx.moveTo(x, down(-0.05, z))
        ctx.lineTo(x + (next.bell() * 22) / z, top)
        ctx.stroke()
      }
    }
    for (const side of [-1, 1])
      for (const Y of [0.42, 0.95])
        for (let z = 60; z > 2.2; z *= 0.975) {
          ctx.strokeStyle = hazy(Y > 0.6 ? '#c6b56c' : '#7d7040', z)
          ctx.lineWidth = (0.06 * focal) / z
          ctx.beginPath()
          ctx.moveTo(across(side * 1.98, z), down(Y, z))
          ctx.lineTo(across(side * 1.98, z * 0.97), down(Y, z * 0.97))
          ctx.stroke()
        }
  })
}

/** Shafts of sun as one layer: soft-edged slanted beams from the gap in the canopy. */
function shafts(seed: number): Canvas {
  return blurred(
    layer(wide / 2, tall / 2, (ctx) => {
      const next = random(seed)
      for (let i = 0; i < 9; i++) {
        const x = next.between(0.2, 0.95) * (wide / 2)
        const w = next.between(10, 46)
        const fall = next.between(420, 600)
        const slant = 0.5
        const light = ctx.createLinearGradient(0, -20, 0, fall)
        light.addColorStop(0, `rgba(255,250,200,${next.between(0.4, 0.95)})`)
        light.addColorStop(1, 'rgba(255,250,200,0)')
        ctx.fillStyle = light
        ctx.beginPath()
        ctx.moveTo(x, -20)
        ctx.lineTo(x + w * 0.5, -20)
        ctx.lineTo(x + w * 1.4 - fall * slant, fall)
        ctx.lineTo(x - w * 0.4 - fall * slant, fall)
        ctx.fill()
      }
    }),
    7,
  )
}

const stage = once(() => ({
  sky: skyGradient(width, height, [
    [0, '#7fa044'],
    [0.3, '#b9d272'],
    [0.55, '#eef5c0'],
    [0.63, '#f2f6cc'],
    [1, '#a9bf74'],
  ]),
  bands: bands.map(grow),
  ground: ground(),
  fences: fences(),
  shafts: [shafts(4), shafts(8)] as const,
}))

/** Shears a layer about the ground, so that stems lean more the higher they stand. */
function lean(ctx: SKRSContext2D, source: Canvas, amount: number) {
  ctx.save()
  ctx.transform(1, 0, -amount, 1, amount * horizon, 0)
  ctx.drawImage(source, -margin, -margin)
  ctx.restore()
}

const leaves = particles(12, 34, (next) => ({
  z: next.between(4, 15),
  X: next.between(-3.4, 3.4),
  drift: next.between(-1.3, -0.2),
  lag: next(),
  spin: next.whole(2, 4),
  hex: next.pick(['#d8cf6a', '#b9c85a', '#e6dc92']),
}))

function drawLeaves(ctx: SKRSContext2D, phase: number) {
  leaves(phase, ({ life, traits: { z, X, drift: wind, lag, spin, hex } }) => {
    const x = across(X + wind * life + 0.22 * Math.sin(TAU * (life * 2 + lag)), z) - margin
    const y = down(lerp(4.6, 0, life), z) - margin
    const long = (0.085 * focal) / z
    const turn = TAU * (life * spin * 0.5 + lag)
    ctx.save()
    ctx.translate(x, y)
    ctx.rotate(turn)
    ctx.scale(1, 0.3 + 0.7 * Math.abs(Math.sin(turn * 1.5)))
    ctx.globalAlpha = smoothstep(0, 0.08, life) * (1 - smoothstep(0.94, 1, life))
    ctx.fillStyle = hazy(hex, z * 0.5)
    ctx.beginPath()
    ctx.moveTo(-long, 0)
    ctx.quadraticCurveTo(0, -long * 0.24, long, 0)
    ctx.quadraticCurveTo(0, long * 0.24, -long, 0)
    ctx.fill()
    ctx.restore()
  })
}

function draw(ctx: SKRSContext2D, phase: number) {
  const s = stage()
  const view = drift(phase, { x: 26, y: 5, zoom: 0.02 })
  ctx.drawImage(s.sky, 0, 0)
  s.bands.forEach(({ stems, leaves: canopy }, i) => {
    const depth = [0.1, 0.16, 0.26, 0.42, 0.66, 1][i] as number
    if (i === 1)
      plane(ctx, view, 0.3, () => {
        ctx.drawImage(s.ground, -margin, horizon)
        glow(ctx, { x: 1000, y: 590, radius: 620, hex: '#fdf8d0', strength: 0.9 })
      })
    plane(ctx, view, depth, () => {
      lean(ctx, stems, 0.0055 * (0.5 + depth) * sway(phase, i * 0.17))
      lean(ctx, canopy, 0.014 * (0.5 + depth) * sway(phase, i * 0.17 + 0.08))
    })
    if (i === 2 || i === 5) {
      ctx.save()
      ctx.globalCompositeOperation = 'screen'
      const other = s.shafts[i === 2 ? 0 : 1]
      ctx.globalAlpha = 0.62 + 0.3 * sway(phase, i * 0.3)
      ctx.drawImage(other, -margin + view.x * 0.5, -margin, wide, tall)
      ctx.restore()
    }
  })
  plane(ctx, view, 0.8, () => ctx.drawImage(s.fences, -margin, -margin))
  drawLeaves(ctx, phase)
  const next = random(90)
  for (let i = 0; i < 16; i++) {
    const x = next() * width
    const strength = 0.11 * (0.6 + 0.4 * sway(phase, fract(i * 0.37)))
    bokeh(ctx, x + view.x * 1.4, next() * 330, next.between(14, 44), '#f8f6bd', strength)
  }
  film(ctx, { vignette: 0.5 })
}

export const scene: Scene = { slug: 'bamboo-grove-path', width, height, fps: 24, seconds: 8, crf: 32, draw }
