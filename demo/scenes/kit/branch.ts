import type { Random } from './random.ts'

export interface Twig {
  /** Points from thick to thin end, with the radius there. */
  points: { x: number; y: number; r: number }[]
  /** 0 the bough, higher the finer. */
  order: number
}

export interface Bough {
  x: number
  y: number
  /** Radians; 0 points right, positive turns down. */
  angle: number
  length: number
  radius: number
  /** How strongly it bends toward the ground (positive) or the sky. */
  droop: number
  orders: number
  /** Twigs per 100 pixels. */
  density?: number
}

/** Grows a bough into twigs: each wanders, droops, thins, and forks alternately. */
export function growBough(next: Random, bough: Bough, order = 0): Twig[] {
  const { x, y, length, radius, droop, orders, density = 1.1 } = bough
  const step = 12
  const count = Math.max(3, Math.round(length / step))
  const twig: Twig = { points: [], order }
  const grown: Twig[] = [twig]
  let angle = bough.angle
  let [px, py] = [x, y]
  let side = next() < 0.5 ? -1 : 1
  for (let i = 0; i <= count; i++) {
    const t = i / count
    twig.points.push({ x: px, y: py, r: Math.max(0.7, radius * (1 - t * 0.86)) })
    angle += next.bell() * 0.085 + droop * 0.012 * Math.cos(angle)
    px += Math.cos(angle) * step
    py += Math.sin(angle) * step
    const forks = order < orders && t > 0.12 && next() < (density * step) / 100
    if (!forks) continue
    side = -side
    grown.push(
      ...growBough(
        next,
        {
          ...bough,
          x: px,
          y: py,
          angle: angle + side * next.between(0.35, 0.85),
          length: length * (1 - t * 0.6) * next.between(0.32, 0.55),
          radius: Math.max(1, radius * (1 - t * 0.8) * 0.55),
        },
        order + 1,
      ),
    )
  }
  return grown
}
