import { BREAKPOINTS, CONTAINER, GAP, type Ratio, rowsAt } from './justified-rows.ts'

/** Narrower grids use the first breakpoint's rows; wider ones than the container do not exist. */
const USED_BREAKPOINTS = BREAKPOINTS.filter((breakpoint) => breakpoint <= CONTAINER)

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
    const widths = widthRules(selector, rowsAt(tiles, breakpoint))
    return index === 0 ? widths : `@container(min-width:${breakpoint}px){${widths}}`
  })
  return shapes.join('') + cuts.join('')
}

function widthRules(selector: string, rows: readonly (readonly number[])[]): string {
  return rows
    .flatMap((row) => row.map((share) => `calc((100% - ${GAP * (row.length - 1)}px)*${floored(share)})`))
    .map((width, index) => `${selector}>:nth-child(${index + 1}){width:${width}}`)
    .join('')
}

/** Rounded down, so that a row never overflows and wraps its last tile. */
function floored(share: number): number {
  return Math.floor(share * 1e6) / 1e6
}
