/** Pixels. */
export interface Size {
  width: number
  height: number
}

const FULL_LONG_SIDE = 1920
const WATERMARKED_SHORT_SIDE = 720

/** The unwatermarked rendition: at most 1920 on the long side, sides even as 4:2:0 needs. */
export const fullSize = (clip: Size): Size => scaled(clip, FULL_LONG_SIDE / Math.max(clip.width, clip.height))

/** The watermarked rendition: "720p" whichever way the clip stands. */
export function watermarkedSize(clip: Size): Size {
  const full = fullSize(clip)
  return scaled(full, WATERMARKED_SHORT_SIDE / Math.min(full.width, full.height))
}

/** Smaller by the factor, never larger; even. */
export function scaled({ width, height }: Size, factor: number): Size {
  const by = Math.min(1, factor)
  return { width: even(width * by), height: even(height * by) }
}

/** The size within bounds that a player has: its shape stays, and it is never enlarged. */
export function within(size: Size, { width = size.width, height = size.height }: Partial<Size>): Size {
  const factor = Math.min(1, width / size.width, height / size.height)
  return {
    width: Math.max(1, Math.floor(size.width * factor)),
    height: Math.max(1, Math.floor(size.height * factor)),
  }
}

/** Rounded to even, downwards where in doubt, so that nothing is enlarged. */
const even = (value: number) => Math.max(2, 2 * Math.floor((value + 0.5) / 2))
