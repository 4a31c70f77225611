import type { SKRSContext2D } from '@napi-rs/canvas'
import { japaneseFont } from './chochin.ts'
import { alpha, mix } from './colour.ts'
import { type Random, random } from './random.ts'

export interface Lane {
  width: number
  height: number
  centre: number
  horizon: number
  /** Pixels of one metre at one metre's distance. */
  focal: number
  /** Metres of the eye above ground. */
  eye: number
}

export interface Sign {
  X: number
  Y: number
  z: number
  wide: number
  tall: number
  hex: string
  ground: string
  text: string
  faulty?: boolean
}

/** Invented shops only; metres from the middle of the lane, above ground, and away. */
export const signs: Sign[] = [
  { X: -1.55, Y: 3.9, z: 23, wide: 0.9, tall: 2.6, hex: '#5ad0ff', ground: '#0f3550', text: '喫茶' },
  { X: 1.45, Y: 6.6, z: 21, wide: 0.9, tall: 3, hex: '#ff5f9a', ground: '#4a1030', text: '月灯り' },
  { X: -1.7, Y: 7.05, z: 17, wide: 0.95, tall: 3.4, hex: '#ffb347', ground: '#4a220c', text: '酒場こまち' },
  { X: 1.65, Y: 3.2, z: 15.5, wide: 0.95, tall: 2.2, hex: '#8affc0', ground: '#0d3a30', text: '薬膳' },
  { X: -1.62, Y: 3.3, z: 13, wide: 0.85, tall: 2.1, hex: '#ff4f6a', ground: '#4a0d18', text: '焼鳥' },
  {
    X: 1.72,
    Y: 7.0,
    z: 12,
    wide: 0.95,
    tall: 3,
    hex: '#b98aff',
    ground: '#28124e',
    text: 'カラオケ星',
    faulty: true,
  },
  { X: -1.75, Y: 5.5, z: 9.6, wide: 0.85, tall: 2.5, hex: '#5af0e8', ground: '#0c3440', text: '夜の茶屋' },
  { X: 1.66, Y: 3.5, z: 9, wide: 0.75, tall: 1.9, hex: '#ffcf5a', ground: '#4a300c', text: 'らーめん' },
  { X: -1.72, Y: 3.0, z: 7.4, wide: 0.6, tall: 1.35, hex: '#ff7ab8', ground: '#48103a', text: 'すみれ' },
  { X: 1.78, Y: 5.1, z: 7, wide: 0.68, tall: 2, hex: '#6aa8ff', ground: '#10244e', text: '古書ひぐれ' },
]

type Place = (X: number, Y: number, z: number) => [x: number, y: number]

function quad(ctx: SKRSContext2D, fill: SKRSContext2D['fillStyle'], ...points: [number, number][]) {
  ctx.beginPath()
  for (const [x, y] of points) ctx.lineTo(x, y)
  ctx.closePath()
  ctx.fillStyle = fill
  ctx.fill()
}

/** One house front along the lane: wall, floors of windows, pipes and boxes, a lit shop at its foot. */
function front(ctx: SKRSContext2D, at: Place, next: Random, side: number, near: number, far: number) {
  const X = side * next.between(2.05, 2.3)
  const tall = next.between(8, 17)
  const fog = Math.min(0.8, far / 38)
  const wall = mix(next.pick(['#1b1a30', '#221b33', '#151a30', '#2a2036']), '#7a4a78', fog)
  const span = (a: number, b: number, low: number, high: number, fill: SKRSContext2D['fillStyle'], x = X) =>
    quad(ctx, fill, at(x, low, a), at(x, high, a), at(x, high, b), at(x, low, b))
  quad(
    ctx,
    mix(wall, '#05060f', 0.3),
    at(X, 0, near),
    at(X, tall, near),
    at(side * 6, tall, near),
    at(side * 6, 0, near),
  )
  span(near, far, 0, tall, wall)
  const bays = Math.max(1, Math.round((far - near) / 1.3))
  const z = (i: number, t: number) => near + ((far - near) * (i + t)) / bays
  for (let floor = 3.2; floor < tall - 1; floor += 2.5)
    for (let i = 0; i < bays; i++) {
      const lit = next()
      const warm = next.pick(['#ffcf8a', '#ffe2b0', '#bfe4ff', '#ffb070'])
      const glass = lit < 0.42 ? mix(warm, wall, 0.25 + 0.5 * next()) : mix('#0e1226', wall, 0.4)
      span(z(i, 0.16), z(i, 0.84), floor, floor + 1.35, glass)
      span(z(i, 0.49), z(i, 0.52), floor, floor + 1.35, mix(wall, '#05060f', 0.4))
      span(z(i, 0.1), z(i, 0.9), floor - 0.1, floor, mix(wall, '#b89ac0', 0.22))
      if (next() < 0.4)
        span(z(i, 0.25), z(i, 0.7), floor - 0.75, floor - 0.2, mix('#565468', wall, 0.4), X - side * 0.22)
    }
  const shop = next.pick(['#ffd08a', '#ffb060', '#ffe6bc', '#ff9a70', '#d8f0ff'])
  const inside = ctx.createLinearGradient(0, at(X, 2.3, near)[1], 0, at(X, 0, near)[1])
  inside.addColorStop(0, mix(shop, wall, fog * 0.5))
  inside.addColorStop(1, mix(shop, '#3a1a20', 0.55))
  span(near + 0.15, far - 0.15, 0.1, 2.25, inside)
  for (let i = 0; i < bays * 3; i++) {
    const a = near + 0.2 + next() * (far - near - 0.5)
    span(
      a,
      a + next.between(0.05, 0.3),
      0.1,
      next.between(0.7, 2.2),
      alpha(next.pick(['#2a1018', '#7a2a20', '#4a2a18']), 0.55),
    )
  }
  const cloth = next.pick(['#a02a30', '#23407a', '#2a5a48', '#7a3a20', '#4a2a68'])
  span(near + 0.1, far - 0.1, 1.75, 2.3, mix(cloth, '#ffb070', 0.12), X - side * 0.06)
  span(near, far, 2.3, 2.62, mix(cloth, '#0a0a18', 0.45), X - side * 0.3)
  const pipe = near + (far - near) * next.between(0.04, 0.1)
  span(pipe, pipe + 0.1, 0, tall, mix('#3c3a52', wall, 0.3), X - side * 0.08)
}

/** A sign that hangs out over the lane: a box with a neon frame and its name from top to bottom. */
function drawSign(ctx: SKRSContext2D, at: Place, sign: Sign, mirror: number) {
  const { X, Y, z, wide, tall, hex, ground, text } = sign
  const [x0, y0] = at(X - wide / 2, Y + tall / 2, z)
  const [x1, y1] = at(X + wide / 2, Y - tall / 2, z)
  const [w, h] = [x1 - x0, y1 - y0]
  ctx.save()
  ctx.translate((x0 + x1) / 2, (y0 + y1) / 2)
  ctx.scale(1, mirror)
  const [a, b] = [w / 2, Math.abs(h) / 2]
  ctx.strokeStyle = '#100f20'
  ctx.lineWidth = w * 0.06
  ctx.beginPath()
  ctx.moveTo(0, -b * 0.6)
  ctx.lineTo(Math.sign(X) * w * 1.2, -b * 0.6)
  ctx.stroke()
  const box = ctx.createLinearGradient(-a, -b, a, b)
  box.addColorStop(0, mix(ground, hex, 0.4))
  box.addColorStop(0.5, mix(ground, hex, 0.16))
  box.addColorStop(1, ground)
  ctx.fillStyle = box
  ctx.beginPath()
  ctx.roundRect(-a, -b, w, b * 2, w * 0.1)
  ctx.fill()
  ctx.shadowColor = hex
  ctx.shadowBlur = w * 0.3
  ctx.strokeStyle = mix(hex, '#ffffff', 0.45)
  ctx.lineWidth = Math.max(1.2, w * 0.045)
  ctx.beginPath()
  ctx.roundRect(-a + w * 0.08, -b + w * 0.08, w * 0.84, b * 2 - w * 0.16, w * 0.08)
  ctx.stroke()
  ctx.fillStyle = mix(hex, '#ffffff', 0.68)
  const letters = [...text]
  const room = (b * 2 - w * 0.34) / letters.length
  const size = Math.min(w * 0.66, room * 0.96)
  const font = japaneseFont()
  ctx.font = `bold ${size}px "${font ?? 'sans-serif'}"`
  ctx.textAlign = 'center'
  ctx.textBaseline = 'middle'
  letters.forEach((letter, i) => {
    const y = -b + w * 0.17 + room * (i + 0.5)
    if (font) ctx.fillText(letter, 0, y)
    else ctx.fillRect(-size * 0.3, y - size * 0.05, size * 0.6, size * 0.1)
  })
  ctx.restore()
}

/** The lane and all that stands in it, far to near. `mirror` -1 paints it upside down, as wet ground sees it. */
export function paintAlley(ctx: SKRSContext2D, lane: Lane, mirror: 1 | -1) {
  const at: Place = (X, Y, z) => [
    lane.centre + (X * lane.focal) / z,
    lane.horizon + ((lane.eye - Y * mirror) * lane.focal) / z,
  ]
  const next = random(77)
  const far = ctx.createLinearGradient(0, lane.horizon - 420, 0, lane.horizon)
  far.addColorStop(0, 'rgba(122,70,112,0)')
  far.addColorStop(1, 'rgba(255,150,160,0.55)')
  if (mirror === 1) {
    ctx.fillStyle = far
    ctx.fillRect(0, lane.horizon - 420, lane.width, 420)
  } else {
    ctx.fillStyle = '#241a36'
    ctx.fillRect(0, lane.horizon, lane.width, lane.height - lane.horizon)
  }
  const depths = [34, 29, 25, 21.5, 18.5, 15.8, 13.4, 11.2, 9.2, 7.4, 5.8, 4.3, 2.6]
  const left = signs.filter(({ X }) => X < 0)
  const right = signs.filter(({ X }) => X > 0)
  depths.slice(1).forEach((near, i) => {
    const back = depths[i] as number
    for (const side of [-1, 1]) {
      front(ctx, at, next, side, near, back - 0.12)
      for (const sign of side < 0 ? left : right)
        if (sign.z >= near && sign.z < back) drawSign(ctx, at, sign, mirror)
    }
  })
  if (mirror === 1) wires(ctx, at)
}

/** The sagging cables every lane has. */
function wires(ctx: SKRSContext2D, at: Place) {
  const next = random(13)
  ctx.strokeStyle = 'rgba(8,8,20,0.85)'
  for (let i = 0; i < 11; i++) {
    const z = next.between(3.2, 16)
    const Y = next.between(5.4, 8.6)
    ctx.lineWidth = Math.max(1, 16 / z)
    const [x0, y0] = at(-2.1, Y, z)
    const [x1, y1] = at(2.1, Y + next.bell() * 0.7, z + next.between(-2, 3))
    ctx.beginPath()
    ctx.moveTo(x0, y0)
    ctx.quadraticCurveTo((x0 + x1) / 2, (y0 + y1) / 2 + 300 / z, x1, y1)
    ctx.stroke()
  }
}
