import { BREAKPOINTS, CONTAINER, GAP, type Ratio, type Row, rowsAt } from './justified-rows.ts'

/** Narrower grids use the first breakpoint's rows; wider ones than the container do not exist. */
export const USED_BREAKPOINTS = BREAKPOINTS.filter((breakpoint) => breakpoint <= CONTAINER)

/**
 * A section's geometry as a style sheet, since a hash-based policy blocks `style` attributes.
 * @param selector the list whose children are the tiles, in a size container
 */
export function sectionCss(selector: string, tiles: readonly (Ratio & { color: string })[]): string {
  const shapes = tiles.map(
    ({ width, height, color }, index) =>
      `${selector}>:nth-child(${index + 1}){aspect-ratio:${width}/${height};--tile:${color}}`,
  )
  const cuts = USED_BREAKPOINTS.map((breakpoint, index) => {
    const rules = tileWidths(rowsAt(tiles, breakpoint))
      .map((width, tile) => `${selector}>:nth-child(${tile + 1}){width:${width}}`)
      .join('')
    return index === 0 ? rules : `@container(min-width:${breakpoint}px){${rules}}`
  })
  return shapes.join('') + cuts.join('')
}

export function tileWidths(rows: readonly Row[]): string[] {
  return rows.flatMap((row) =>
    row.map((share) => `calc((100% - ${GAP * (row.length - 1)}px)*${floored(share)})`),
  )
}

/** Height of the whole list in a size container: `cqi` is its width. */
export function sectionHeight(tiles: readonly Ratio[], rows: readonly Row[]): string {
  let [share, pixels, index] = [0, GAP * (rows.length - 1), 0]
  for (const row of rows) {
    const { width, height } = tiles[index]!
    const perPixel = (row[0]! * height) / width
    share += perPixel
    pixels -= GAP * (row.length - 1) * perPixel
    index += row.length
  }
  return `calc(${(100 * share).toFixed(4)}cqi + ${pixels.toFixed(3)}px)`
}

/** Rounded down, so that a row never overflows and wraps its last tile. */
function floored(share: number): number {
  return Math.floor(share * 1e6) / 1e6
}
