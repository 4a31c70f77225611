import type { SKRSContext2D } from '@napi-rs/canvas'
import { alpha } from './colour.ts'
import { fract, lerp, smoothstep, wave } from './curve.ts'
import { glow } from './glow.ts'
import { fillShape, flat, shoot, upright } from './street-camera.ts'

const TRACK = { z: 112, low: 6.4, high: 8.2 }

export function drawViaduct(c: SKRSContext2D, phase: number): void {
  c.fillStyle = '#17161f'
  fillShape(c, upright(-90, TRACK.z, 90, TRACK.z, TRACK.low, TRACK.high))
  c.fillStyle = 'rgba(160,150,190,0.35)'
  fillShape(c, upright(-90, TRACK.z, 90, TRACK.z, TRACK.high - 0.2, TRACK.high))
  const head = lerp(-170, 150, phase)
  for (let car = 0; car < 4; car++) {
    const x = head - car * 20.4
    c.fillStyle = '#8d94a4'
    fillShape(c, upright(x - 20, TRACK.z + 1, x, TRACK.z + 1, TRACK.high, TRACK.high + 3.7))
    c.fillStyle = '#4fae7a'
    fillShape(c, upright(x - 20, TRACK.z + 1, x, TRACK.z + 1, TRACK.high + 0.9, TRACK.high + 1.25))
    c.fillStyle = '#fff0cf'
    for (let i = 0; i < 8; i++)
      fillShape(
        c,
        upright(
          x - 19.4 + i * 2.45,
          TRACK.z + 1,
          x - 17.7 + i * 2.45,
          TRACK.z + 1,
          TRACK.high + 1.6,
          TRACK.high + 3,
        ),
      )
    const middle = shoot([x - 10, TRACK.high + 2, TRACK.z])
    glow(c, { x: middle.x, y: middle.y, radius: 150, hex: '#ffe2b0', strength: 0.3, squash: 0.5 })
  }
}

/** A car waiting on the cross street, seen from its side, headlights towards the crossing. */
export function drawSideCar(c: SKRSContext2D, x: number, z: number, paint: string): void {
  const nose = x < 0 ? x + 2.2 : x - 2.2
  c.fillStyle = 'rgba(3,3,8,0.7)'
  fillShape(c, flat(x - 2.5, x + 2.5, z - 1.1, z + 1))
  c.fillStyle = paint
  fillShape(c, upright(x - 2.2, z - 0.9, x + 2.2, z - 0.9, 0.35, 1))
  fillShape(c, [
    [x - 2.2, 1, z - 0.9],
    [x + 2.2, 1, z - 0.9],
    [x + 2.2, 1, z + 0.9],
    [x - 2.2, 1, z + 0.9],
  ])
  c.fillStyle = '#0c0f18'
  fillShape(c, upright(x - 1.3, z - 0.8, x + 1.2, z - 0.8, 1, 1.55))
  c.fillStyle = paint
  fillShape(c, [
    [x - 1.1, 1.55, z - 0.7],
    [x + 1, 1.55, z - 0.7],
    [x + 1, 1.55, z + 0.7],
    [x - 1.1, 1.55, z + 0.7],
  ])
  for (const side of [-0.7, 0.6]) {
    const lamp = shoot([nose, 0.7, z + side])
    glow(c, { x: lamp.x, y: lamp.y, radius: lamp.scale * 2.4, hex: '#fff2dc', strength: 0.95 })
    const beam = shoot([nose + (x < 0 ? 4 : -4), 0, z + side])
    glow(c, { x: beam.x, y: beam.y, radius: beam.scale * 5, hex: '#ffeccc', strength: 0.3, squash: 0.4 })
  }
}

export type Ray = { lane: number; start: number; away: boolean; long: number; rate: number }

/** Cars beyond the crossing as drawn-out lights: red going away on the left, white coming on the right. */
export function drawRay(c: SKRSContext2D, ray: Ray, phase: number): void {
  const life = fract(phase * ray.rate + ray.start)
  const z = ray.away ? lerp(84, 430, life ** 1.2) : lerp(430, 84, life ** 0.8)
  const tail = z + (ray.away ? -ray.long : ray.long) * (0.4 + z / 200)
  const shown = smoothstep(0, 0.1, life) * smoothstep(1, 0.9, life)
  const hex = ray.away ? '#ff3a34' : '#fff0d8'
  for (const gauge of [-0.7, 0.7]) {
    const a = shoot([ray.lane + gauge, 0.7, z])
    const b = shoot([ray.lane + gauge, 0.7, Math.max(80, tail)])
    const streak = c.createLinearGradient(a.x, a.y, b.x, b.y)
    streak.addColorStop(0, alpha(hex, 0.95 * shown))
    streak.addColorStop(1, alpha(hex, 0))
    c.strokeStyle = streak
    c.lineWidth = Math.max(1, a.scale * 0.34)
    c.lineCap = 'round'
    c.beginPath()
    c.moveTo(a.x, a.y)
    c.lineTo(b.x, b.y)
    c.stroke()
    glow(c, { x: a.x, y: a.y, radius: a.scale * 3.2, hex, strength: 0.8 * shown })
  }
}

/** A taxi waiting at the near line, seen from behind and above, its brake lights on the wet road. */
export function drawCar(c: SKRSContext2D, x: number, z: number, paint: string, phase: number): void {
  const at = shoot([x, 0, z])
  const u = at.scale
  c.fillStyle = 'rgba(3,3,8,0.7)'
  fillShape(c, flat(x - 1.1, x + 1.1, z - 2.6, z + 2.4))
  c.fillStyle = paint
  fillShape(c, [
    [x - 0.9, 0.4, z - 2.3],
    [x + 0.9, 0.4, z - 2.3],
    [x + 0.9, 0.95, z - 2.3],
    [x - 0.9, 0.95, z - 2.3],
  ])
  fillShape(c, [
    [x - 0.9, 0.95, z - 2.3],
    [x + 0.9, 0.95, z - 2.3],
    [x + 0.88, 0.95, z + 2.2],
    [x - 0.88, 0.95, z + 2.2],
  ])
  c.fillStyle = '#0c0f18'
  fillShape(c, [
    [x - 0.82, 0.95, z - 1.5],
    [x + 0.82, 0.95, z - 1.5],
    [x + 0.66, 1.5, z - 0.9],
    [x - 0.66, 1.5, z - 0.9],
  ])
  c.fillStyle = paint
  fillShape(c, [
    [x - 0.68, 1.5, z - 0.9],
    [x + 0.68, 1.5, z - 0.9],
    [x + 0.66, 1.5, z + 0.7],
    [x - 0.66, 1.5, z + 0.7],
  ])
  c.fillStyle = 'rgba(255,255,255,0.2)'
  fillShape(c, [
    [x - 0.68, 1.5, z + 0.2],
    [x + 0.68, 1.5, z + 0.2],
    [x + 0.66, 1.5, z + 0.7],
    [x - 0.66, 1.5, z + 0.7],
  ])
  for (const side of [-0.74, 0.74]) {
    const lamp = shoot([x + side, 0.75, z - 2.35])
    glow(c, {
      x: lamp.x,
      y: lamp.y,
      radius: u * 2.6,
      hex: '#ff2e2a',
      strength: 0.85 + 0.06 * wave(phase, 2, x),
    })
    glow(c, { x: lamp.x, y: lamp.y + u * 2.6, radius: u * 1.1, hex: '#ff2e2a', strength: 0.5, squash: 2.6 })
  }
}
