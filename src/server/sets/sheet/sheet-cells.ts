/** Pixels of a link preview. */
export const SHEET = { width: 1200, height: 630 }
export const MOST_CELLS = 8
/** Pixels between posters. */
const GAP = 6

export interface Cell {
  left: number
  top: number
  width: number
  height: number
}

/** The posters' places in whole pixels: up to two side by side, else two rows with fewer in the upper one. */
export function sheetCells(posters: number): Cell[] {
  const count = Math.min(posters, MOST_CELLS)
  const above = count <= 2 ? count : Math.floor(count / 2)
  const rows = [above, count - above].filter((cells) => cells > 0)
  const vertical = spans(SHEET.height, rows.length)
  return rows.flatMap((cells, row) =>
    spans(SHEET.width, cells).map(({ from, size }) => ({
      left: from,
      top: vertical[row]!.from,
      width: size,
      height: vertical[row]!.size,
    })),
  )
}

/** Divides a length into parts with gaps; the last part takes the remainder. */
function spans(length: number, parts: number): { from: number; size: number }[] {
  const size = Math.floor((length - GAP * (parts - 1)) / parts)
  return Array.from({ length: parts }, (_, part) => {
    const from = part * (size + GAP)
    return { from, size: part === parts - 1 ? length - from : size }
  })
}
