import { oklabOf } from './oklab.ts'

/** Cells across and down. */
const GRID = 8
/** How many of the lowest frequencies are kept of lightness, and of each other axis: as MPEG-7's colour layout, in OKLab. */
const KEPT = [10, 5, 5] as const
/** Values that a byte holds; means need less precision than differences. */
const SCALES = { mean: 120, lightness: 240, colour: 300 }

/** Frequencies in a zigzag from the lowest. */
const ZIGZAG = Array.from(
  { length: GRID * GRID },
  (_, at) => [Math.floor(at / GRID), at % GRID] as const,
).toSorted(
  ([ya, xa], [yb, xb]) => ya + xa - (yb + xb) || (((ya + xa) % 2 === 0 ? xa - xb : ya - yb) as number),
)

const COSINES = Array.from({ length: GRID }, (_, k) =>
  Array.from(
    { length: GRID },
    (_, x) => (k === 0 ? Math.SQRT1_2 : 1) * Math.cos(((2 * x + 1) * k * Math.PI) / (2 * GRID)),
  ),
)

/** The lowest frequencies of a square RGB picture, as signed bytes. */
export function layoutOf(frame: Uint8Array): Int8Array {
  const cells = gridOf(frame)
  const values = KEPT.flatMap((kept, axis) =>
    ZIGZAG.slice(0, kept).map(([v, u]) => {
      let sum = 0
      for (const [at, cell] of cells.entries())
        sum += cell[axis]! * COSINES[v]![Math.floor(at / GRID)]! * COSINES[u]![at % GRID]!
      const scale = axis > 0 ? SCALES.colour : v + u === 0 ? SCALES.mean : SCALES.lightness
      return Math.max(-127, Math.min(127, Math.round((sum / ((GRID * GRID) / 2)) * scale)))
    }),
  )
  return Int8Array.from(values)
}

/** Mean colours of the cells, row by row. */
function gridOf(frame: Uint8Array) {
  const side = Math.sqrt(frame.length / 3)
  const step = side / GRID
  return Array.from({ length: GRID * GRID }, (_, cell) => {
    const [top, left] = [Math.floor(cell / GRID) * step, (cell % GRID) * step]
    const sums: [number, number, number] = [0, 0, 0]
    for (let y = top; y < top + step; y++)
      for (let x = left; x < left + step; x++)
        for (let channel = 0; channel < 3; channel++) sums[channel]! += frame[(y * side + x) * 3 + channel]!
    return oklabOf(sums[0] / step ** 2, sums[1] / step ** 2, sums[2] / step ** 2)
  })
}
