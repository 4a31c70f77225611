/** A search as a point of the chart of demand and stock. */
export interface DemandPoint {
  text: string
  visitors: number
  stock: number
}

/** Visitors per matching clip; one clip is added to avoid dividing by zero. */
export function needOf({ visitors, stock }: DemandPoint): number {
  return visitors / (stock + 1)
}

/** A scale with equal lengths for each factor of ten. */
export interface TenfoldScale {
  /** Position of a number, from 0 to 1. */
  place(value: number): number
  /** Numbers on the axis. */
  ticks: number[]
}

export function scaleFromZero(most: number): TenfoldScale {
  const end = Math.max(most, 9)
  return {
    place: (value) => Math.log10(value + 1) / Math.log10(end + 1),
    ticks: [0, ...powersOfTen(1, end)],
  }
}

/** A scale of numbers above 0, from the power of ten below the smallest. */
export function scaleFrom(least: number, most: number): TenfoldScale {
  const start = 10 ** Math.floor(Math.log10(Math.max(1, least)))
  const end = Math.max(most, 10 * start)
  const ticks = powersOfTen(start, end)
  return { place: (value) => Math.log10(Math.max(value, start) / start) / Math.log10(end / start), ticks }
}

function powersOfTen(from: number, to: number): number[] {
  const powers = []
  for (let power = from; power <= to; power *= 10) powers.push(power)
  return powers
}

/** The points whose names fit without overlapping: those in most demand first, at most `most`. */
export function namedPoints(
  points: readonly { x: number; y: number; need: number }[],
  most: number,
): Set<number> {
  const order = points.map((_, at) => at).toSorted((a, b) => points[b]!.need - points[a]!.need)
  const named: number[] = []
  for (const at of order) {
    const { x, y } = points[at]!
    const isFree = named.every(
      (other) => Math.abs(points[other]!.x - x) > 0.28 || Math.abs(points[other]!.y - y) > 0.07,
    )
    if (isFree) named.push(at)
    if (named.length === most) break
  }
  return new Set(named)
}
