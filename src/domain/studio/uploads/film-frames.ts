/** Frames on the strip for choosing a poster. */
export const STRIP_FRAMES = 12
/** Width of one frame on the strip, in pixels. */
export const STRIP_WIDTH = 160

/** The seconds of the strip's frames, evenly across the film. */
export function frameTimes(duration: number): number[] {
  const at = (index: number) => Number((((index + 0.5) * duration) / STRIP_FRAMES).toFixed(2))
  return Array.from({ length: STRIP_FRAMES }, (_, index) => at(index))
}

/** The latest second, in tenths, at which some of the film can still be shown. */
export function lastStart(duration: number): number {
  return Math.max(0, Math.floor(duration * 10 - 1) / 10)
}
