import type { SKRSContext2D } from '@napi-rs/canvas'

export type Limb = { x: number; y: number; angle: number; length: number; width: number }

/** A living trunk: bends as it rises, forks until its limbs are thinner than `finest`, lit along its right side. */
export function drawTrunk(
  c: SKRSContext2D,
  limb: Limb,
  tones: { bark: string; lit: string },
  next: () => number,
  finest = 3,
): void {
  const steps = 36
  let { x, y, angle, width } = limb
  const curl = (next() - 0.5) * 0.9
  for (let i = 0; i < steps; i++) {
    const taper = 1 - (0.45 * i) / steps
    const flare = limb.width > 20 ? 1 + 0.9 * Math.exp(-i / 2.2) : 1
    const nx = x + (Math.cos(angle) * limb.length) / steps
    const ny = y + (Math.sin(angle) * limb.length) / steps
    width = limb.width * taper * flare
    segment(c, { x, y, nx, ny, width }, tones.bark, i === 0 && limb.width > 20 ? 'butt' : 'round')
    c.globalAlpha = 0.16
    segment(c, { x: x + width * 0.26, y, nx: nx + width * 0.26, ny, width: width * 0.26 }, tones.lit)
    c.globalAlpha = 1
    angle += (curl / steps) * Math.cos(i * 0.3) * 2.2
    x = nx
    y = ny
  }
  if (width < finest) return
  const fork = 0.3 + 0.35 * next()
  drawTrunk(
    c,
    { x, y, angle: angle - fork, length: limb.length * 0.74, width: width * 0.74 },
    tones,
    next,
    finest,
  )
  drawTrunk(
    c,
    { x, y, angle: angle + fork * 0.9, length: limb.length * 0.66, width: width * 0.62 },
    tones,
    next,
    finest,
  )
}

type Segment = { x: number; y: number; nx: number; ny: number; width: number }

function segment(
  c: SKRSContext2D,
  { x, y, nx, ny, width }: Segment,
  style: string,
  cap: 'butt' | 'round' = 'round',
): void {
  c.strokeStyle = style
  c.lineWidth = width
  c.lineCap = cap
  c.beginPath()
  c.moveTo(x, y)
  c.lineTo(nx, ny)
  c.stroke()
}
