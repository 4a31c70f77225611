import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { mix } from './colour.ts'
import { layer } from './layer.ts'

export interface BulletTrain {
  /** Pixels per metre. */
  unit: number
  cars: number
  /** Pixels travelled while the shutter is open: the picture is smeared by as much. */
  smear: number
}

const carMetres = 25
const noseMetres = 13

export const trainLength = ({ unit, cars }: BulletTrain) => unit * carMetres * cars

/** The body's outline from tail to nose; y runs 0 (roof) to 3.4 (skirt), in metres. */
function outline(ctx: SKRSContext2D, u: number, length: number) {
  const n = noseMetres * u
  ctx.beginPath()
  ctx.moveTo(n, 0.12 * u)
  ctx.lineTo(length - n, 0.12 * u)
  ctx.bezierCurveTo(length - n * 0.62, 0.14 * u, length - n * 0.55, 0.5 * u, length - n * 0.42, 0.95 * u)
  ctx.bezierCurveTo(length - n * 0.25, 1.35 * u, length - n * 0.02, 1.75 * u, length, 2.55 * u)
  ctx.bezierCurveTo(length, 3 * u, length - n * 0.05, 3.3 * u, length - n * 0.12, 3.4 * u)
  ctx.lineTo(n * 0.12, 3.4 * u)
  ctx.bezierCurveTo(n * 0.05, 3.3 * u, 0, 3 * u, 0, 2.55 * u)
  ctx.bezierCurveTo(n * 0.02, 1.75 * u, n * 0.25, 1.35 * u, n * 0.42, 0.95 * u)
  ctx.bezierCurveTo(n * 0.55, 0.5 * u, n * 0.62, 0.14 * u, n, 0.12 * u)
  ctx.closePath()
}

function glass(ctx: SKRSContext2D, x: number, y: number, w: number, h: number, r: number) {
  const fill = ctx.createLinearGradient(0, y, 0, y + h)
  fill.addColorStop(0, '#6f93b8')
  fill.addColorStop(0.45, '#2d4562')
  fill.addColorStop(1, '#16233a')
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.roundRect(x, y, w, h, r)
  ctx.fill()
}

function car(ctx: SKRSContext2D, u: number, x: number, ends: [first: boolean, last: boolean]) {
  const from = x + (ends[0] ? noseMetres + 1.2 : 2.6) * u
  const to = x + (carMetres - (ends[1] ? noseMetres + 1.2 : 2.6)) * u
  for (let at = from; at < to - 0.5 * u; at += 1.04 * u) glass(ctx, at, 1 * u, 0.62 * u, 0.58 * u, 0.16 * u)
  ctx.strokeStyle = 'rgba(70,84,110,0.55)'
  ctx.lineWidth = Math.max(1, 0.04 * u)
  for (const door of [ends[0] ? 0 : 1.1, ends[1] ? 0 : carMetres - 1.95])
    if (door) {
      ctx.strokeRect(x + door * u, 0.75 * u, 0.85 * u, 1.95 * u)
      glass(ctx, x + (door + 0.22) * u, 1 * u, 0.4 * u, 0.58 * u, 0.12 * u)
    }
  if (!ends[1]) {
    ctx.fillStyle = '#3c4658'
    ctx.fillRect(x + carMetres * u - 0.12 * u, 0.2 * u, 0.24 * u, 3.1 * u)
  }
}

/** Eight-or-so cars of a white bullet train with long noses, a deep sea-green band of its own; nose on the right. */
export function paintBulletTrain(train: BulletTrain): Canvas {
  const { unit: u, cars, smear } = train
  const length = trainLength(train)
  const pad = Math.ceil(smear + 4)
  const crisp = layer(Math.ceil(length + pad * 2), Math.ceil(4.8 * u), (ctx) => {
    ctx.translate(pad, 1.2 * u)
    ctx.strokeStyle = '#4a5468'
    ctx.lineWidth = 0.09 * u
    for (let i = 1; i < cars; i += 3) {
      const x = (i + 0.5) * carMetres * u
      ctx.beginPath()
      ctx.moveTo(x - 0.9 * u, 0.1 * u)
      ctx.lineTo(x + 0.5 * u, -0.5 * u)
      ctx.lineTo(x - 0.2 * u, -1.08 * u)
      ctx.moveTo(x - 0.9 * u, -1.1 * u)
      ctx.lineTo(x + 0.6 * u, -1.1 * u)
      ctx.stroke()
      ctx.fillStyle = '#dfe5ee'
      ctx.fillRect(x - 1.7 * u, -0.16 * u, 3.4 * u, 0.34 * u)
    }
    outline(ctx, u, length)
    const body = ctx.createLinearGradient(0, 0, 0, 3.4 * u)
    for (const [at, hex] of [
      [0, '#cfdbe8'],
      [0.1, '#ffffff'],
      [0.3, '#fbfcff'],
      [0.55, '#e6ebf4'],
      [0.72, '#c6cfdf'],
      [0.86, '#8f9cb4'],
      [1, '#4d586e'],
    ] as const)
      body.addColorStop(at, hex)
    ctx.fillStyle = body
    ctx.fill()
    ctx.save()
    ctx.clip()
    ctx.fillStyle = mix('#0f5a62', '#10304e', 0.25)
    ctx.fillRect(0, 2 * u, length, 0.3 * u)
    ctx.fillStyle = '#e8a04a'
    ctx.fillRect(0, 2.36 * u, length, 0.08 * u)
    ctx.fillStyle = 'rgba(30,38,54,0.8)'
    ctx.fillRect(0, 3.05 * u, length, 0.4 * u)
    for (let i = 0; i < cars; i++) car(ctx, u, i * carMetres * u, [i === 0, i === cars - 1])
    ctx.restore()
    for (const side of [1, -1]) {
      ctx.save()
      if (side < 0) {
        ctx.translate(length, 0)
        ctx.scale(-1, 1)
      }
      const n = noseMetres * u
      ctx.beginPath()
      ctx.moveTo(length - n * 0.66, 0.62 * u)
      ctx.bezierCurveTo(length - n * 0.6, 0.4 * u, length - n * 0.52, 0.62 * u, length - n * 0.43, 0.98 * u)
      ctx.lineTo(length - n * 0.6, 1.06 * u)
      ctx.closePath()
      ctx.fillStyle = '#22324a'
      ctx.fill()
      ctx.fillStyle = side > 0 ? '#fff6d8' : '#ff5a48'
      ctx.beginPath()
      ctx.ellipse(length - n * 0.13, 2.02 * u, 0.5 * u, 0.13 * u, 0.5, 0, 7)
      ctx.fill()
      ctx.restore()
    }
  })
  const copies = Math.max(1, Math.round(smear / 2))
  return layer(crisp.width, crisp.height, (ctx) => {
    for (let i = 0; i < copies; i++) {
      ctx.globalAlpha = 1 / (i + 1)
      ctx.drawImage(crisp, ((i + 0.5) / copies - 0.5) * smear, 0)
    }
  })
}
