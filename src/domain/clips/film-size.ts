/** In pixels. */
export interface Size {
  width: number
  height: number
}

/** Every full film, whatever the master was. */
export const FULL_FILM_CODEC = 'H.264 (MP4)'

const FULL_LONG_SIDE = 1920
const WATERMARKED_SHORT_SIDE = 720
const EXACT_SHORT_SIDE = 480

/** Size of the full film: at most 1920 on the long side, both sides even (4:2:0). */
export const fullSize = (clip: Size): Size => scaled(clip, FULL_LONG_SIDE / Math.max(clip.width, clip.height))

/**
 * Size of the watermarked film: about 720 on the short side, at the full film's exact ratio if even sides from 480 up
 * have it, so that editing programs put one in the other's place without a seam.
 */
export function watermarkedSize(clip: Size): Size {
  const full = fullSize(clip)
  const short = Math.min(full.width, full.height)
  const near = scaled(full, WATERMARKED_SHORT_SIDE / short)
  const unit = divisor(full.width, full.height)
  // The smallest even size of this ratio, times a whole number.
  const least = { width: (2 * full.width) / unit, height: (2 * full.height) / unit }
  const times = Math.floor(Math.min(WATERMARKED_SHORT_SIDE / Math.min(least.width, least.height), unit / 2))
  const exact = { width: least.width * times, height: least.height * times }
  return Math.min(exact.width, exact.height) < Math.min(EXACT_SHORT_SIDE, short) ? near : exact
}

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Scaled down by the factor, never up; even. */
export function scaled({ width, height }: Size, factor: number): Size {
  const by = Math.min(1, factor)
  return { width: even(width * by), height: even(height * by) }
}

/** Largest size within the bounds at the same aspect ratio, never enlarged. */
export function within(size: Size, { width = size.width, height = size.height }: Partial<Size>): Size {
  const factor = Math.min(1, width / size.width, height / size.height)
  return {
    width: Math.max(1, Math.floor(size.width * factor)),
    height: Math.max(1, Math.floor(size.height * factor)),
  }
}

/** Rounded to even, down if in doubt, so that nothing is enlarged. */
const even = (value: number) => Math.max(2, 2 * Math.floor((value + 0.5) / 2))
