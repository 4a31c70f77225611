/** The values of a layout that tell most: how wide a cell is, and how far cropping and compressing usually move them. */
const SIDES = [
  { at: 0, width: 10, moved: 1.6 },
  { at: 10, width: 6, moved: 0.6 },
  { at: 15, width: 8, moved: 0.9 },
  { at: 2, width: 16, moved: 4.2 },
  { at: 3, width: 16, moved: 2.9 },
  { at: 1, width: 14, moved: 2.9 },
]
/** Wider cells of the mean colour alone have this many sides. */
export const MEAN_SIDES = 3
/** No real picture's cell is farther from the middle; each place is one digit. */
const MOST = 17

/**
 * Names of the cells that a layout falls into, in letters and digits, if its values were moved `reach` times as far as
 * usual.
 */
export function cellsNear(layout: readonly number[], reach = 0, sides = SIDES.length): string[] {
  return SIDES.slice(0, sides).reduce(
    (cells, { at, width, moved }) => {
      const place = (value: number) => Math.max(-MOST, Math.min(MOST, Math.round(value / width))) + MOST
      const [first, last] = [place(layout[at]! - reach * moved), place(layout[at]! + reach * moved)]
      const places = Array.from({ length: last - first + 1 }, (_, n) => (first + n).toString(36))
      return cells.flatMap((cell) => places.map((digit) => cell + digit))
    },
    [''],
  )
}
