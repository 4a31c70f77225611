/** A search as a point of the chart of demand and stock. */
export interface DemandPoint {
  text: string
  visitors: number
  stock: number
}

/** Visitors for each clip that fits; one clip is added, since none would make every demand endless. */
export function needOf({ visitors, stock }: DemandPoint): number {
  return visitors / (stock + 1)
}

/** Where a number stands between 0 and 1 of a scale up to `most`, on which each tenfold takes as much room. */
export function placeOf(value: number, most: number): number {
  return Math.log10(value + 1) / Math.log10(Math.max(most, 9) + 1)
}

/** Numbers to write beside such a scale: 0, then powers of ten up to `most`. */
export function ticksOf(most: number): number[] {
  const ticks = [0]
  for (let tick = 1; tick <= Math.max(most, 9); tick *= 10) ticks.push(tick)
  return ticks
}

/** The points whose names fit beside them without covering another's: the most wanted first, at most `most`. */
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
