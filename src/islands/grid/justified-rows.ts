import { computeRowsLayout } from 'react-photo-album'

/** Pixels; the height that rows come close to. */
export const TARGET_ROW_HEIGHT = 250
export const GAP = 8
/** Pixels; a few clips alone in one row are not blown up beyond this, and leave the rest of the row empty. */
export const SINGLE_ROW_MAX_HEIGHT = 340
/** Widths of the grid, in pixels, at which its rows are cut anew. */
export const BREAKPOINTS = [220, 360, 480, 600, 900, 1200]
/** Pixels; the grid never grows wider. */
export const CONTAINER = 1168

export interface Ratio {
  width: number
  height: number
}

/** Tiles in a row, each with its share (0 to 1) of the row's width less its gaps; together 1 but in a single row. */
export type Row = readonly number[]

/**
 * Cuts tiles into rows for every grid width from a breakpoint up to the next. The cut is made for the width that
 * such a window most likely has: the middle, or the full container.
 */
export function rowsAt(tiles: readonly Ratio[], breakpoint: number): Row[] {
  const photos = tiles.map(({ width, height }) => ({ src: '', width, height }))
  const layout = computeRowsLayout(photos, GAP, 0, likelyWidth(breakpoint), TARGET_ROW_HEIGHT)
  const rows = layout?.tracks.map((track) => track.photos) ?? []
  return rows.map((row) => {
    const total = row.reduce((sum, { width }) => sum + width, 0)
    const shrunk = rows.length === 1 ? Math.min(1, SINGLE_ROW_MAX_HEIGHT / (row[0]?.height ?? 1)) : 1
    return row.map(({ width }) => (shrunk * width) / total)
  })
}

/** Pixels; what a grid between this breakpoint and the next is laid out for. */
export function likelyWidth(breakpoint: number): number {
  const next = BREAKPOINTS.find((candidate) => candidate > breakpoint) ?? CONTAINER
  return next > CONTAINER ? CONTAINER : Math.round((breakpoint + next) / 2)
}
