import type { Size } from './motion.ts'

/** Poster widths in pixels; a poster is never wider than its clip. */
const POSTER_WIDTHS = [320, 480, 640, 960, 1280]
const FULL_LONG_SIDE = 1920
const WATERMARKED_SHORT_SIDE = 720
const PREVIEW_HEIGHT = 360

/** The unwatermarked rendition: at most 1920 on the long side, sides even as 4:2:0 needs. */
export const fullSize = (clip: Size) => scaled(clip, FULL_LONG_SIDE / Math.max(clip.width, clip.height))

/** The watermarked rendition: "720p" whichever way the clip stands. */
export function watermarkedSize(clip: Size): Size {
  const full = fullSize(clip)
  return scaled(full, WATERMARKED_SHORT_SIDE / Math.min(full.width, full.height))
}

/** The hover preview: 360 high, since the rows of the grid are 250. */
export const previewSize = (clip: Size) => scaled(clip, PREVIEW_HEIGHT / clip.height)

/** Ascending; a clip narrower than the least width has one poster of its own width. */
export function posterWidths(clip: Size): number[] {
  const widths = POSTER_WIDTHS.filter((width) => width <= clip.width)
  return widths.length > 0 ? widths : [clip.width]
}

/** The size at which poster frames leave the decoder: the widest poster's. */
export function posterSize(clip: Size): Size {
  const width = Math.max(...posterWidths(clip))
  return { width, height: Math.max(1, Math.round((clip.height * width) / clip.width)) }
}

function scaled({ width, height }: Size, factor: number): Size {
  const by = Math.min(1, factor)
  return { width: even(width * by), height: even(height * by) }
}

/** Rounded to even, downwards where in doubt, so that nothing is enlarged. */
const even = (value: number) => Math.max(2, 2 * Math.floor((value + 0.5) / 2))
