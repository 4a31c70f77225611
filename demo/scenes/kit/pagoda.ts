import type { SKRSContext2D } from '@napi-rs/canvas'
import { drawRoof, drawSoffit, type RoofShape, type RoofTones } from './temple-roof.ts'

export type PagodaTones = RoofTones & {
  wood: string
  shade: string
  plaster: string
  lattice: string
  metal: string
}

/** A five-storied pagoda standing on (x, base); `unit` is the half-width of the lowest eave. */
export function drawPagoda(
  c: SKRSContext2D,
  x: number,
  base: number,
  unit: number,
  tones: PagodaTones,
): void {
  let y = base
  const roofs: { shape: RoofShape; wall: number }[] = []
  for (let i = 0; i < 5; i++) {
    const eave = unit * (1 - 0.085 * i)
    const wall = unit * (0.52 - 0.06 * i)
    const storey = unit * (i === 0 ? 0.56 : 0.3)
    drawStorey(c, { x, y, wall, storey }, tones, i > 0)
    y -= storey
    const shape = {
      x,
      y: y - unit * 0.1,
      eave,
      top: wall * 0.84,
      height: unit * (i === 4 ? 0.42 : 0.3),
      lift: unit * 0.12,
    }
    if (i === 4) shape.top = unit * 0.05
    roofs.push({ shape, wall })
    y -= unit * (0.1 + 0.3 * 0.92)
  }
  for (const { shape, wall } of roofs) {
    drawSoffit(c, shape, tones, wall * 1.02, unit * 0.12)
    drawRoof(c, shape, tones)
  }
  drawFinial(c, x, y - unit * 0.1, unit, tones)
}

type Storey = { x: number; y: number; wall: number; storey: number }

function drawStorey(
  c: SKRSContext2D,
  { x, y, wall, storey }: Storey,
  tones: PagodaTones,
  railed: boolean,
): void {
  const body = c.createLinearGradient(x - wall, 0, x + wall, 0)
  body.addColorStop(0, tones.shade)
  body.addColorStop(1, tones.wood)
  c.fillStyle = body
  c.fillRect(x - wall, y - storey - 4, wall * 2, storey + 8)
  for (const side of [-1, 1])
    drawLattice(c, x + side * wall * 0.66, y - storey * 0.84, wall * 0.46, storey * 0.5, tones)
  c.fillStyle = tones.shade
  c.fillRect(x - wall * 0.28, y - storey * 0.9, wall * 0.56, storey * 0.9)
  c.fillStyle = tones.wood
  for (const u of [-1, -0.36, 0.36, 1]) c.fillRect(x + u * wall - wall * 0.05, y - storey, wall * 0.1, storey)
  drawBrackets(c, x, y - storey, wall, tones)
  if (!railed) return
  c.fillStyle = tones.wood
  const rail = wall * 1.22
  const low = storey * 0.3
  c.fillRect(x - rail, y - low, rail * 2, Math.max(1.5, storey * 0.05))
  c.fillRect(x - rail, y - low * 0.55, rail * 2, Math.max(1, storey * 0.03))
  for (let i = -6; i <= 6; i++) c.fillRect(x + (rail * i) / 6 - 1, y - low * 1.1, 2, low * 1.1)
  c.fillStyle = tones.shade
  c.fillRect(x - rail, y - storey * 0.04, rail * 2, storey * 0.1)
}

/** A window of upright green slats between white plaster, as on every pagoda. */
function drawLattice(
  c: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  tones: PagodaTones,
): void {
  c.fillStyle = tones.plaster
  c.fillRect(x - width / 2, y, width, height * 1.5)
  c.fillStyle = tones.lattice
  c.fillRect(x - width * 0.4, y + height * 0.12, width * 0.8, height * 0.9)
  c.fillStyle = tones.shade
  for (let i = -3; i <= 3; i++)
    c.fillRect(x + (width * i * 0.78) / 7 - width * 0.03, y + height * 0.12, width * 0.06, height * 0.9)
}

/** Three steps of bracket arms under the eave, each wider than the one below. */
function drawBrackets(c: SKRSContext2D, x: number, y: number, wall: number, tones: PagodaTones): void {
  for (let step = 0; step < 3; step++) {
    const half = wall * (1.04 + step * 0.16)
    const rise = wall * 0.07
    c.fillStyle = step % 2 ? tones.shade : tones.wood
    c.fillRect(x - half, y + rise * (0.6 - step), half * 2, rise * 0.5)
    for (let i = -4; i <= 4; i++) {
      c.fillStyle = tones.wood
      c.fillRect(x + (half * i) / 4.2 - rise * 0.5, y + rise * (0.2 - step), rise, rise * 0.7)
    }
  }
}

function drawFinial(c: SKRSContext2D, x: number, y: number, unit: number, tones: PagodaTones): void {
  const tall = unit * 1.02
  c.fillStyle = tones.metal
  c.fillRect(x - unit * 0.07, y - unit * 0.09, unit * 0.14, unit * 0.1)
  c.fillRect(x - unit * 0.011, y - tall, unit * 0.022, tall)
  for (let i = 0; i < 9; i++) {
    const half = unit * (0.078 - 0.0045 * i)
    c.fillRect(x - half, y - unit * (0.2 + 0.062 * i), half * 2, Math.max(1.4, unit * 0.018))
  }
  c.beginPath()
  c.ellipse(x, y - tall * 0.86, unit * 0.05, unit * 0.09, 0, 0, Math.PI * 2)
  c.ellipse(x, y - tall, unit * 0.022, unit * 0.045, 0, 0, Math.PI * 2)
  c.fill()
}
