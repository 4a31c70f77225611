export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

export const SEARCH_SORTS = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** No clip is longer than a minute, so a longer bound means the same as this one. */
export const LONGEST_DURATION = 600

/** What a search can be narrowed by. Durations in whole seconds, both ends included. */
export interface SearchFilters {
  orientation?: Orientation
  duration_from?: number
  duration_to?: number
  category?: string
  license_type?: 'commercial' | 'editorial'
}

/** The ranges of duration that are counted and offered, in whole seconds; the last is open. */
export const DURATION_RANGES = [
  { value: '0-5', duration_from: 0, duration_to: 5 },
  { value: '6-10', duration_from: 6, duration_to: 10 },
  { value: '11-20', duration_from: 11, duration_to: 20 },
  { value: '21-', duration_from: 21, duration_to: LONGEST_DURATION },
] as const

/** Sides that differ by less than a twentieth look square. */
const SQUARE_WITHIN = 0.05

/** How a clip of this size, in pixels, is held. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  if (Math.abs(width - height) < SQUARE_WITHIN * Math.max(width, height)) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
