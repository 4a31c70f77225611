import type { SKRSContext2D } from '@napi-rs/canvas'
import { mix } from './colour.ts'
import { glow } from './glow.ts'
import type { Random } from './random.ts'
import { fillShape, type Point3, shoot, upright } from './street-camera.ts'

export type Block = {
  x0: number
  x1: number
  z: number
  deep: number
  high: number
  wall: string
  lit: number
  shops?: boolean
}

const HAZE = '#4a3a5e'
const PANES = ['#ffd9a0', '#ffe9c8', '#fff4e0', '#cfe2ff', '#a9c8ff', '#ffc27c']

/** How far the night air has swallowed something z metres away, 0..1. */
const fog = (z: number) => 1 - Math.exp(-Math.max(0, z - 70) / 330)

/** A building: the wall towards us, the wall towards the street in the middle, its lit windows and its ground floor. */
export function drawBlock(c: SKRSContext2D, b: Block, next: Random): void {
  const inner = b.x0 + b.x1 < 0 ? b.x1 : b.x0
  const back = b.z + b.deep
  c.fillStyle = mix(mix(b.wall, '#05060c', 0.45), HAZE, fog(b.z) * 0.8)
  fillShape(c, upright(inner, b.z, inner, back, 0, b.high))
  windows(c, next, b, (u, y) => [inner, y, b.z + u], b.deep, 0.75)
  c.fillStyle = mix(b.wall, HAZE, fog(b.z) * 0.8)
  fillShape(c, upright(b.x0, b.z, b.x1, b.z, 0, b.high))
  windows(c, next, b, (u, y) => [b.x0 + u, y, b.z], b.x1 - b.x0, 1)
  c.fillStyle = mix('#15131f', HAZE, fog(b.z) * 0.8)
  fillShape(c, [
    [b.x0, b.high, b.z],
    [b.x1, b.high, b.z],
    [b.x1, b.high, back],
    [b.x0, b.high, back],
  ])
  if (b.shops !== false) {
    shopFront(c, next, (u, y) => [b.x0 + u, y, b.z], b.x1 - b.x0)
    shopFront(c, next, (u, y) => [inner, y, b.z + u], b.deep)
  }
  if (b.high > 60) beacon(c, b)
}

type Wall = (along: number, up: number) => Point3

function windows(c: SKRSContext2D, next: Random, b: Block, at: Wall, wide: number, power: number): void {
  const floors = Math.floor((b.high - 7) / 3.6)
  const cols = Math.floor(wide / 2.6)
  for (let floor = 0; floor < floors; floor++) {
    const open = next() < b.lit ? 0.85 : 0.22
    const tone = next.pick(PANES)
    for (let col = 0; col < cols; col++) {
      if (next() > open) continue
      const u = ((col + 0.14) / cols) * wide
      const w = (0.74 / cols) * wide
      const y = 6.2 + floor * 3.6
      c.fillStyle = mix(next() < 0.75 ? tone : next.pick(PANES), HAZE, fog(b.z) * 0.75)
      c.globalAlpha = power * next.between(0.3, 0.92)
      fillShape(c, [at(u, y), at(u + w, y), at(u + w, y + 2.1), at(u, y + 2.1)])
    }
  }
  c.globalAlpha = 1
}

function shopFront(c: SKRSContext2D, next: Random, at: Wall, wide: number): void {
  for (let u = 0.4; u < wide - 1; ) {
    const w = Math.min(next.between(3, 6.5), wide - u - 0.4)
    const hex = next.pick(['#fff2d8', '#ffe0b0', '#e4f0ff', '#ffd0c4', '#d8fff0'])
    c.globalAlpha = next.between(0.72, 1)
    c.fillStyle = hex
    fillShape(c, [at(u, 0.4), at(u + w, 0.4), at(u + w, 3.3), at(u, 3.3)])
    c.globalAlpha = 1
    c.fillStyle = next.pick(['#e0344c', '#2f7fe0', '#f2a62e', '#24b388', '#8f4bd8', '#f4f0e6'])
    fillShape(c, [at(u, 3.7), at(u + w, 3.7), at(u + w, 4.9), at(u, 4.9)])
    const middle = shoot(at(u + w / 2, 1.6))
    glow(c, { x: middle.x, y: middle.y, radius: 9 * middle.scale, hex, strength: 0.3 })
    u += w + 0.5
  }
}

function beacon(c: SKRSContext2D, b: Block): void {
  const p = shoot([(b.x0 + b.x1) / 2, b.high + 2, b.z])
  glow(c, { x: p.x, y: p.y, radius: 16, hex: '#ff4a3a', strength: 0.8 })
}

export type Sign = {
  x: number
  wide: number
  z: number
  low: number
  high: number
  hex: string
}

/** An upright neon sign: a lit box with marks that suggest writing and say nothing. */
export function drawSign(c: SKRSContext2D, s: Sign, next: Random): void {
  c.fillStyle = mix('#0a0810', HAZE, fog(s.z) * 0.5)
  fillShape(c, upright(s.x - 0.2, s.z, s.x + s.wide + 0.2, s.z, s.low - 0.2, s.high + 0.2))
  const filled = next() < 0.5
  c.fillStyle = mix(s.hex, HAZE, fog(s.z) * 0.5)
  if (filled) fillShape(c, upright(s.x, s.z, s.x + s.wide, s.z, s.low, s.high))
  const ink = filled ? '#fff8ec' : mix(s.hex, '#ffffff', 0.35)
  c.fillStyle = ink
  for (let y = s.high - s.wide * 0.95; y > s.low + 0.3; y -= s.wide * 1.06) drawMark(c, s, y, next)
  const middle = shoot([s.x + s.wide / 2, (s.low + s.high) / 2, s.z])
  glow(c, { x: middle.x, y: middle.y, radius: (s.high - s.low) * middle.scale, hex: s.hex, strength: 0.42 })
}

function drawMark(c: SKRSContext2D, s: Sign, y: number, next: Random): void {
  const w = s.wide * 0.66
  const x = s.x + (s.wide - w) / 2
  const bar = w * 0.13
  for (let i = 0; i < 3; i++) {
    const at = y + i * w * 0.36
    if (next() < 0.8) fillShape(c, upright(x, s.z, x + w * next.between(0.6, 1), s.z, at, at + bar))
  }
  for (const u of [0.05, 0.45, 0.85]) {
    if (next() < 0.55)
      fillShape(c, upright(x + w * u, s.z, x + w * u + bar, s.z, y, y + w * next.between(0.5, 0.85)))
  }
}
