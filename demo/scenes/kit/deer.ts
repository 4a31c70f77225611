import { createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { body, farLegs, lowered, nearLegs, type Point, raised } from './deer-outlines.ts'
import { cellRandom, noise } from './gradient-noise.ts'
import { deviceScale } from './pixel-pass.ts'
import { css, mix, type Tone } from './tones.ts'

export type Deer = {
  /** Between the feet, on the ground. */
  x: number
  y: number
  /** Height of the shoulder. */
  size: number
  facing: 1 | -1
  antlers: boolean
  grazing: boolean
  dark: Tone
  rim: Tone
  veil: Tone
  /** 0 clear .. 1 lost in the mist. */
  haze: number
}

/** A closed outline through the points, rounded as a spline. */
function outline(ctx: SKRSContext2D, points: readonly Point[]) {
  ctx.beginPath()
  const at = (i: number) => points[(i + points.length) % points.length] as Point
  ctx.moveTo(at(0)[0], at(0)[1])
  for (let i = 0; i < points.length; i++) {
    const [p0, p1, p2, p3] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    ctx.bezierCurveTo(
      p1[0] + (p2[0] - p0[0]) / 6,
      p1[1] + (p2[1] - p0[1]) / 6,
      p2[0] - (p3[0] - p1[0]) / 6,
      p2[1] - (p3[1] - p1[1]) / 6,
      p2[0],
      p2[1],
    )
  }
  ctx.closePath()
  ctx.fill()
}

function antler(ctx: SKRSContext2D, x: number, y: number, lean: number) {
  ctx.lineCap = 'round'
  const stroke = (wide: number, ...p: readonly Point[]) => {
    const [a, b, c] = p as [Point, Point, Point]
    ctx.lineWidth = wide
    ctx.beginPath()
    ctx.moveTo(x + a[0] * lean, y + a[1])
    ctx.quadraticCurveTo(x + b[0] * lean, y + b[1], x + c[0] * lean, y + c[1])
    ctx.stroke()
  }
  stroke(3.4, [0, 0], [-10, -14], [-8, -32])
  stroke(2.6, [-8, -32], [-6, -44], [2, -54])
  stroke(2.2, [-3, -7], [6, -12], [10, -20])
  stroke(2, [-9, -26], [0, -32], [5, -39])
  stroke(1.8, [-7, -38], [-13, -46], [-14, -54])
}

function silhouette(ctx: SKRSContext2D, { antlers, grazing }: Deer, near: boolean) {
  for (const leg of near ? nearLegs : farLegs) outline(ctx, leg)
  if (!near) return
  const pose = grazing ? lowered : raised
  outline(ctx, body)
  outline(ctx, pose.neck)
  outline(ctx, pose.head)
  for (const ear of pose.ears) outline(ctx, ear)
  outline(ctx, [
    [-66, -86],
    [-74, -80],
    [-77, -66],
    [-73, -60],
    [-68, -68],
  ])
  if (antlers) {
    antler(ctx, pose.crown[0], pose.crown[1], 1)
    antler(ctx, pose.crown[0] + 5, pose.crown[1], 0.35)
  }
}

/** A sika deer against the light: dark, soft, with the sun along its back and a few pale spots. */
export function paintDeer(ctx: SKRSContext2D, deer: Deer) {
  const { x, y, size, facing, grazing, dark, rim, veil, haze } = deer
  const scale = deviceScale(ctx)
  const unit = size / 100
  const side = Math.ceil(size * 2.6 * scale)
  const layer = createCanvas(side, side)
  const c = layer.getContext('2d')
  c.setTransform(unit * scale * facing * 0.88, 0, 0, unit * scale, side / 2, side * 0.88)
  c.fillStyle = css(mix(mix(dark, veil, haze), [0, 0, 0], 0.12))
  c.strokeStyle = c.fillStyle
  silhouette(c, deer, false)
  const coat = mix(dark, veil, haze)
  c.fillStyle = css(coat)
  c.strokeStyle = css(coat)
  silhouette(c, deer, true)
  c.globalCompositeOperation = 'source-atop'
  const belly = c.createLinearGradient(0, -105, 0, -45)
  belly.addColorStop(0, css(mix(rim, veil, haze), 0.4))
  belly.addColorStop(0.28, css(mix(rim, dark, 0.7), 0.28))
  belly.addColorStop(1, css(dark, 0))
  c.fillStyle = belly
  c.fillRect(-100, -230, 260, 250)
  for (let i = 0; i < 2600; i++) {
    const px = -80 + cellRandom(i, 11) * 190
    const py = -165 + cellRandom(i, 12) * 168
    const pale = noise(px / 9, py / 7) + (-70 - py) / 90 > 0.1
    c.strokeStyle = css(pale ? rim : [0, 0, 0], 0.05 + 0.07 * cellRandom(i, 13))
    c.lineWidth = 0.35
    c.beginPath()
    c.moveTo(px, py)
    c.lineTo(px - 3.2, py + 1.4 + cellRandom(i, 14))
    c.stroke()
  }
  for (let i = 0; i < 60; i++) {
    const px = -66 + cellRandom(i, 1) * 104
    const py = -92 + cellRandom(i, 2) * 26 + px * 0.02
    c.fillStyle = css(mix(rim, [1, 1, 1], 0.3), (0.1 + 0.22 * cellRandom(i, 4)) * (1 - haze))
    c.beginPath()
    c.ellipse(px, py, 1.2 + cellRandom(i, 3), 0.9, 0.2, 0, 7)
    c.fill()
  }
  if (!grazing) {
    c.fillStyle = 'rgba(6,3,2,0.9)'
    c.beginPath()
    c.ellipse(77, -145, 2.1, 1.6, 0.4, 0, 7)
    c.fill()
  }
  const edge = (reach: number, soft: number) => {
    const glow = createCanvas(side, side)
    const g = glow.getContext('2d')
    g.filter = `blur(${soft * unit * scale}px)`
    g.drawImage(layer, -reach * unit * scale, reach * 1.3 * unit * scale)
    g.filter = 'none'
    g.globalCompositeOperation = 'source-out'
    g.fillStyle = css(rim)
    g.fillRect(0, 0, side, side)
    g.globalCompositeOperation = 'destination-in'
    g.drawImage(layer, 0, 0)
    return glow
  }
  const thin = edge(0.7, 0.5)
  const wide = edge(5, 4.5)
  ctx.save()
  ctx.filter = `blur(${3 * scale}px)`
  ctx.fillStyle = 'rgba(8,12,6,0.5)'
  ctx.beginPath()
  ctx.ellipse(x, y + size * 0.02, size * 0.8, size * 0.07, 0, 0, 7)
  ctx.fill()
  ctx.filter = 'none'
  const left = x - side / 2 / scale
  const top = y - (side * 0.88) / scale
  ctx.drawImage(layer, left, top, side / scale, side / scale)
  ctx.globalAlpha = 0.34 * (1 - haze * 0.6)
  ctx.drawImage(wide, left, top, side / scale, side / scale)
  ctx.globalAlpha = 0.8 * (1 - haze * 0.6)
  ctx.drawImage(thin, left, top, side / scale, side / scale)
  ctx.restore()
}
