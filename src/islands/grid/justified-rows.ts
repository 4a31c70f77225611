import { computeRowsLayout } from 'react-photo-album'

/** Target height of a row in pixels. */
export const TARGET_ROW_HEIGHT = 250
export const GAP = 8
/** Greatest height in pixels of a single row; a few clips are not enlarged to fill the width. */
const SINGLE_ROW_MAX_HEIGHT = 340
/** Grid widths in pixels at which the rows change. */
export const BREAKPOINTS = [220, 360, 480, 600, 900, 1200]
/** Greatest grid width in pixels. */
export const CONTAINER = 1168

export interface Ratio {
  width: number
  height: number
}

/** Tiles of a row by their share (0 to 1) of the row's width without gaps. The sum is 1, except in a single row. */
export type Row = readonly number[]

/** Rows for grid widths up to the next breakpoint, cut at the likeliest width: the middle, or the full container. */
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

/** The width in pixels that the rows of a breakpoint are laid out for. */
export function likelyWidth(breakpoint: number): number {
  const next = BREAKPOINTS.find((candidate) => candidate > breakpoint) ?? CONTAINER
  return next > CONTAINER ? CONTAINER : Math.round((breakpoint + next) / 2)
}
