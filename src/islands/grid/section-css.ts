import { BREAKPOINTS, CONTAINER, GAP, type Ratio, type Row, rowsAt } from './justified-rows.ts'

/** Narrower grids use the first breakpoint's rows; wider ones than the container do not exist. */
export const USED_BREAKPOINTS = BREAKPOINTS.filter((breakpoint) => breakpoint <= CONTAINER)

/**
/**
 * Declarations of each tile: shape, colour, and a width for each breakpoint, of which grid.css takes the right one.
 */
export function tileStyles(tiles: readonly (Ratio & { color: string })[]): string[] {
  const widths = USED_BREAKPOINTS.map((breakpoint) => tileWidths(rowsAt(tiles, breakpoint)))
  return tiles.map(
    ({ width, height, color }, tile) =>
      `aspect-ratio:${width}/${height};--tile:${color};` +
      widths.map((each, index) => `--width-${index}:${each[tile]}`).join(';'),
  )
}

/**
 * The first section's styles as a sheet, since a hash-based policy blocks `style` attributes. `starts`: the tiles that
 * begin a row behind a heading.
 */
export function sectionCss(
  tiles: readonly (Ratio & { color: string })[],
  starts: readonly number[] = [],
): string {
  const rules = [0, ...starts].map((from, headings) =>
    tileStyles(tiles.slice(from, starts[headings]))
      .map((style, index) => `>:nth-child(${from + headings + index + 1}){${style}}`)
      .join(''),
  )
  return `.grid-first{${rules.join('')}}`
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
  return Math.floor(share * 1e5) / 1e5
}
