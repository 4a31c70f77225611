export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** Sides that differ by less than 5 % count as square. */
const SQUARE_WITHIN = 0.05

/** Orientation of a clip of this size, in pixels. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  if (Math.abs(width - height) < SQUARE_WITHIN * Math.max(width, height)) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
