import { type Size, scaled } from '#domain/clips/film-size.ts'

/** Poster widths in pixels; a poster is never wider than its clip. */
const POSTER_WIDTHS = [320, 480, 640, 960, 1280]
const PREVIEW_HEIGHT = 360

/** The hover preview: 360 high, since the rows of the grid are 250. */
export const previewSize = (clip: Size) => scaled(clip, PREVIEW_HEIGHT / clip.height)

/** Ascending; a clip narrower than the smallest width has one poster of its own width. */
export function posterWidths(clip: Size): number[] {
  const widths = POSTER_WIDTHS.filter((width) => width <= clip.width)
  return widths.length > 0 ? widths : [clip.width]
}

/** The size at which poster frames leave the decoder: the widest poster's. */
export function posterSize(clip: Size): Size {
  const width = Math.max(...posterWidths(clip))
  return { width, height: Math.max(1, Math.round((clip.height * width) / clip.width)) }
}
