import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import { TAU } from './curve.ts'
import { MOON, W } from './moonlit-sky.ts'
import { random } from './random.ts'

type Stalk = {
  x: number
  root: number
  height: number
  size: number
  lean: number
  beat: number
  kind: number
  flip: boolean
}

export function field(
  seed: number,
  count: number,
  row: { root: number; height: number; size: number },
): Stalk[] {
  const next = random(seed)
  const stalks: Stalk[] = []
  for (let i = 0; i < count; i++) {
    const clump = Math.sin(i * 1.7) * 0.4 + next()
    stalks.push({
      x: -120 + ((W + 240) * (i + next() * 1.4 - 0.7)) / count,
      root: row.root + 40 * next(),
      height: row.height * (0.5 + 0.42 * clump),
      size: row.size * (0.8 + 0.4 * next()),
      lean: 0.1 + 0.16 * next(),
      beat: next(),
      kind: Math.floor(next() * 5),
      flip: next() < 0.12,
    })
  }
  return stalks
}

/** Wind runs rightwards as a long gust with a shorter flutter on it; both come round once or thrice a loop. */
function bend({ x, beat }: Stalk, phase: number): number {
  const gust = Math.sin(TAU * (phase - x / 1500))
  const flutter = Math.sin(TAU * (phase * 3 + beat)) * 0.14
  const own = Math.sin(TAU * (phase * 2 + beat * 3 - x / 700)) * 0.3
  return 0.075 * (gust + flutter + own)
}

export function drawStalk(c: SKRSContext2D, s: Stalk, phase: number, plume: Canvas, color: string): void {
  const sway = s.lean + bend(s, phase)
  const tipX = s.x + s.height * sway
  const tipY = s.root - s.height * (1 - sway * sway * 0.4)
  c.strokeStyle = color
  c.lineWidth = 5.5 * s.size
  c.beginPath()
  c.moveTo(s.x, s.root)
  c.quadraticCurveTo(s.x + s.height * sway * 0.15, s.root - s.height * 0.6, tipX, tipY)
  c.stroke()
  c.save()
  c.translate(tipX, tipY)
  c.rotate(sway * 1.9 - 0.05)
  c.scale(s.flip ? -s.size : s.size, s.size)
  c.drawImage(plume, -120, -404)
  const near = Math.exp(-Math.abs(tipX - MOON.x) / 520)
  c.globalCompositeOperation = 'screen'
  c.globalAlpha = 0.55 * near
  c.drawImage(plume, -120, -404)
  c.restore()
}

type Blade = { x: number; root: number; length: number; lean: number; width: number; beat: number }

export function blades(seed: number, count: number, root: number, length: number): Blade[] {
  const next = random(seed)
  return Array.from({ length: count }, () => ({
    x: -100 + (W + 200) * next(),
    root: root + 30 * next(),
    length: length * (0.55 + 0.6 * next()),
    lean: (next() - 0.4) * 1.5,
    width: 4 + 5 * next(),
    beat: next(),
  }))
}

export function drawBlade(c: SKRSContext2D, b: Blade, phase: number): void {
  const sway =
    b.lean + 0.12 * Math.sin(TAU * (phase - b.x / 1500)) + 0.04 * Math.sin(TAU * (phase * 2 + b.beat))
  const midX = b.x + b.length * sway * 0.28
  const midY = b.root - b.length * 0.8
  const tipX = b.x + b.length * sway * 0.95
  const tipY = b.root - b.length * (1 - Math.abs(sway) * 0.55)
  c.beginPath()
  c.moveTo(b.x - b.width, b.root)
  c.quadraticCurveTo(midX - b.width * 0.5, midY, tipX, tipY)
  c.quadraticCurveTo(midX + b.width * 0.8, midY + 8, b.x + b.width, b.root)
  c.fill()
}
