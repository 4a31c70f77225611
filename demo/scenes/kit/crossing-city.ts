import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { drawBlock, drawSign } from './city-block.ts'
import {
  BLOCKS,
  BOARDS,
  type Board,
  CORNER_SIGNS,
  CORNERS,
  canyonSigns,
  H,
  NEAR,
  SCREENS,
  W,
} from './crossing-plan.ts'
import { paintMarkings, paintPavements, paintSky, paintStreet } from './crossing-street.ts'
import { glow } from './glow.ts'
import type { Random } from './random.ts'
import { fillShape, shoot, upright } from './street-camera.ts'

function drawBoard(c: SKRSContext2D, b: Board): void {
  const l = shoot([b.x0, b.low, b.z])
  const r = shoot([b.x1, b.high, b.z])
  const sweep = c.createLinearGradient(l.x, l.y, r.x, r.y)
  sweep.addColorStop(0, b.from)
  sweep.addColorStop(0.7, b.to)
  sweep.addColorStop(1, b.from)
  c.fillStyle = sweep
  c.globalAlpha = 0.88
  fillShape(c, upright(b.x0, b.z, b.x1, b.z, b.low, b.high))
  c.globalAlpha = 1
  glow(c, {
    x: (l.x + r.x) / 2,
    y: (l.y + r.y) / 2,
    radius: (r.x - l.x) * 0.95,
    hex: b.from,
    strength: 0.42,
    squash: 0.7,
  })
}

export function paintCity(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  paintSky(c)
  paintStreet(c)
  paintPavements(c)
  paintMarkings(c, next)
  for (const block of BLOCKS) {
    drawBlock(c, block, next)
    for (const board of BOARDS) if (board.z === block.z && board.x0 < 0 === block.x0 < 0) drawBoard(c, board)
  }
  glow(c, { x: 540, y: 500, radius: 520, hex: '#ff8a6a', strength: 0.34 })
  for (const sign of canyonSigns(next)) drawSign(c, sign, next)
  return canvas
}

/** The viaduct across the street and the two corner buildings: all that hides the passing train. */
export function paintCorners(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  for (const block of CORNERS) drawBlock(c, block, next)
  for (const board of BOARDS) if (board.z < 100) drawBoard(c, board)
  for (const sign of CORNER_SIGNS) drawSign(c, sign, next)
  for (const s of SCREENS) {
    c.fillStyle = '#07070c'
    fillShape(c, upright(s.x - 0.5, s.z, s.x + s.wide + 0.5, s.z, s.low - 0.5, s.high + 0.5))
  }
  return canvas
}

/** Roofs nearest to us with their plant and railings, and the street lamps along the kerbs. */
export function paintNear(next: Random): Canvas {
  const canvas = createCanvas(W, H)
  const c = canvas.getContext('2d')
  for (const block of NEAR) {
    drawBlock(c, block, next)
    const side = Math.sign(block.x0 + block.x1)
    for (let i = 0; i < 8; i++) {
      const x = side * next.between(22, 36)
      const z = next.between(14, 34)
      c.fillStyle = '#20212e'
      fillShape(c, upright(x, z, x + 2.2, z, block.high, block.high + 1.5))
      c.fillStyle = '#343648'
      fillShape(c, [
        [x, block.high + 1.5, z],
        [x + 2.2, block.high + 1.5, z],
        [x + 2.2, block.high + 1.5, z + 2],
        [x, block.high + 1.5, z + 2],
      ])
    }
    c.fillStyle = 'rgba(150,150,190,0.4)'
    const inner = side < 0 ? block.x1 : block.x0
    fillShape(c, upright(inner, 4, inner, 37, block.high, block.high + 0.25))
  }
  for (const [x, z] of [
    [-14.2, 45],
    [14.2, 45],
    [-14.2, 34],
    [14.2, 34],
  ] as const)
    drawStreetLamp(c, x, z)
  return canvas
}

function drawStreetLamp(c: SKRSContext2D, x: number, z: number): void {
  const reach = x < 0 ? 2.4 : -2.4
  const top = shoot([x + reach, 8.2, z])
  c.fillStyle = '#2a2b38'
  fillShape(c, upright(x - 0.1, z, x + 0.1, z, 0, 8.2))
  fillShape(c, upright(x, z, x + reach, z, 8.1, 8.3))
  glow(c, { x: top.x, y: top.y, radius: top.scale * 7, hex: '#ffe6c0', strength: 0.8 })
  const pool = shoot([x + reach, 0, z])
  glow(c, { x: pool.x, y: pool.y, radius: pool.scale * 9, hex: '#ffd9a8', strength: 0.3, squash: 0.8 })
}
