import { type Canvas, createCanvas } from '@napi-rs/canvas'

export type PlumeTint = { core: string; hair: string; rim: string }

/** A pampas plume 300×420, rooted at (120, 410) and leaning right; drawn hair by hair, so make a few and reuse them. */
export function plumeSprite(random: () => number, tint: PlumeTint): Canvas {
  const canvas = createCanvas(300, 420)
  const c = canvas.getContext('2d')
  c.lineCap = 'round'
  const axis = (t: number) => ({ x: 120 + 46 * t * t, y: 410 - 300 * t })
  const racemes = 34
  for (let i = 0; i < racemes; i++) {
    const t = 0.16 + 0.84 * (i / racemes)
    const root = axis(t)
    const length = (150 - 62 * t) * (0.8 + 0.4 * random())
    const side = i % 2 ? 1 : -1
    const spread = side * (0.1 + 0.2 * random()) + 0.16 * t
    const droop = 0.55 + 0.5 * random()
    drawRaceme(c, root, { length, spread, droop }, tint, random)
  }
  c.strokeStyle = tint.core
  c.lineWidth = 3
  c.beginPath()
  c.moveTo(120, 420)
  for (let t = 0; t <= 1; t += 0.1) c.lineTo(axis(t).x, axis(t).y)
  c.stroke()
  return canvas
}

type Raceme = { length: number; spread: number; droop: number }

function drawRaceme(
  c: ReturnType<Canvas['getContext']>,
  root: { x: number; y: number },
  { length, spread, droop }: Raceme,
  tint: PlumeTint,
  random: () => number,
): void {
  const steps = 34
  let { x, y } = root
  for (let s = 0; s < steps; s++) {
    const k = s / steps
    const angle = -Math.PI / 2 + spread + droop * k * k * 1.5
    const nx = x + (Math.cos(angle) * length) / steps
    const ny = y + (Math.sin(angle) * length) / steps
    c.globalAlpha = 0.75
    c.strokeStyle = tint.core
    c.lineWidth = 1.3
    c.beginPath()
    c.moveTo(x, y)
    c.lineTo(nx, ny)
    c.stroke()
    const fullness = Math.sin(Math.PI * Math.min(1, 0.25 + k * 0.8))
    for (let h = 0; h < 4; h++) {
      const hair = angle + (random() - 0.5) * 1.7
      const reach = (5 + 9 * random()) * fullness
      c.globalAlpha = 0.16 + 0.3 * random()
      c.strokeStyle = random() < 0.3 ? tint.rim : tint.hair
      c.lineWidth = 0.8 + random() * 0.8
      c.beginPath()
      c.moveTo(x, y)
      c.lineTo(x + Math.cos(hair) * reach, y + Math.sin(hair) * reach)
      c.stroke()
    }
    x = nx
    y = ny
  }
  c.globalAlpha = 1
}
