import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas'
import { fract, smoothstep, TAU } from './curve.ts'
import type { Random } from './random.ts'

type Bead = { x: number; y: number; r: number; squash: number }
type Trickle = {
  x: number
  y: number
  start: number
  lives: number
  reach: number
  fall: number
  r: number
  seed: number
}
export type RainGlass = { beads: Bead[]; fine: Canvas; trickles: Trickle[]; width: number; height: number }

/** Drops on a pane of the given size: a mist of fine ones painted once, beads that act as lenses, and runners. */
export function rainGlass(next: Random, width: number, height: number): RainGlass {
  const fine = createCanvas(width, height)
  const c = fine.getContext('2d')
  for (let i = 0; i < 2600; i++) {
    const r = 0.7 + 2.3 * next() ** 3
    const x = next() * width
    const y = next() * height
    c.fillStyle = `rgba(8,14,26,${0.25 + 0.2 * next()})`
    c.beginPath()
    c.ellipse(x, y, r, r * 1.1, 0, 0, TAU)
    c.fill()
    c.fillStyle = `rgba(200,214,232,${0.25 + 0.35 * next()})`
    c.beginPath()
    c.ellipse(x, y + r * 0.42, r * 0.72, r * 0.42, 0, 0, TAU)
    c.fill()
  }
  const beads = Array.from({ length: 210 }, () => ({
    x: next() * width,
    y: next() * height,
    r: 2.6 + 12 * next() ** 3.4,
    squash: next.between(1, 1.35),
  }))
  const trickles = Array.from({ length: 16 }, () => ({
    x: next() * (width + 500),
    y: next.between(-120, height * 0.75),
    start: next(),
    lives: next.whole(1, 2),
    reach: next.between(420, 760),
    fall: next.between(90, 240),
    r: next.between(4.5, 8),
    seed: next() * 10,
  }))
  return { beads, fine, trickles, width, height }
}

/** A drop shows the view upside down and small; `view` is the picture behind the pane, at the pane's own origin. */
function drawLens(c: SKRSContext2D, view: Canvas, { x, y, r, squash }: Bead): void {
  c.save()
  c.beginPath()
  c.ellipse(x, y, r, r * squash, 0, 0, TAU)
  c.clip()
  c.translate(x, y)
  c.scale(1, -1)
  c.drawImage(
    view,
    clampTo(x - 280, view.width - 560),
    150,
    560,
    560,
    -r * 1.1,
    -r * squash * 1.1,
    r * 2.2,
    r * squash * 2.2,
  )
  c.restore()
  c.strokeStyle = 'rgba(4,8,18,0.42)'
  c.lineWidth = r * 0.22
  c.beginPath()
  c.ellipse(x, y, r * 0.92, r * squash * 0.92, 0, Math.PI * 1.05, TAU * 0.97)
  c.stroke()
  c.fillStyle = 'rgba(255,236,206,0.75)'
  c.beginPath()
  c.ellipse(x - r * 0.3, y - r * squash * 0.42, r * 0.2, r * 0.14, 0, 0, TAU)
  c.fill()
}

const clampTo = (v: number, high: number) => Math.max(0, Math.min(Math.max(1, high), v))

/** Where a runner is at `life`: it creeps, then darts, driven backwards (left) by the wind and down by its weight. */
function runnerAt(t: Trickle, life: number): { x: number; y: number } {
  const go = life + 0.045 * Math.sin(life * TAU * 3 + t.seed) + 0.02 * Math.sin(life * TAU * 7 + t.seed * 2)
  return {
    x: t.x - t.reach * go,
    y: t.y + t.fall * go ** 1.3 + 5 * Math.sin(go * 19 + t.seed) + 2.4 * Math.sin(go * 47 + t.seed),
  }
}

function drawRunner(c: SKRSContext2D, view: Canvas, t: Trickle, phase: number): void {
  const life = fract(phase * t.lives + t.start)
  const shown = smoothstep(0, 0.08, life) * smoothstep(1, 0.9, life)
  if (shown <= 0) return
  c.lineCap = 'round'
  for (let i = 26; i >= 1; i--) {
    const back = life - i * 0.011
    if (back < 0) continue
    const a = runnerAt(t, back)
    const b = runnerAt(t, back + 0.011)
    const fade = (1 - i / 27) * shown
    c.strokeStyle = `rgba(190,206,230,${0.2 * fade})`
    c.lineWidth = t.r * (0.35 + 0.75 * (1 - i / 27))
    c.beginPath()
    c.moveTo(a.x, a.y)
    c.lineTo(b.x, b.y)
    c.stroke()
  }
  const head = runnerAt(t, life)
  c.globalAlpha = shown
  drawLens(c, view, { ...head, r: t.r, squash: 1.1 })
  c.globalAlpha = 1
}

export function drawRainGlass(c: SKRSContext2D, glass: RainGlass, view: Canvas, phase: number): void {
  c.drawImage(glass.fine, 0, 0)
  for (const bead of glass.beads) drawLens(c, view, bead)
  for (const t of glass.trickles) drawRunner(c, view, t, phase)
}
