export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

export const SEARCH_SORTS = ['relevance', 'newest', 'popular'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]

/** No clip is longer than a minute, so a higher bound means the same. */
export const LONGEST_DURATION = 600

/** Filters of a search. Durations in whole seconds, inclusive. */
export interface SearchFilters {
  orientation?: Orientation
  duration_from?: number
  duration_to?: number
  category?: string
  license_type?: 'commercial' | 'editorial'
}

/** Duration ranges offered as filters, in whole seconds; the last is open-ended. */
export const DURATION_RANGES = [
  { value: '0-5', duration_from: 0, duration_to: 5 },
  { value: '6-10', duration_from: 6, duration_to: 10 },
  { value: '11-20', duration_from: 11, duration_to: 20 },
  { value: '21-', duration_from: 21, duration_to: LONGEST_DURATION },
] as const

/** Sides that differ by less than 5 % count as square. */
const SQUARE_WITHIN = 0.05

/** Orientation of a clip of this size, in pixels. */
export function orientationOf({ width, height }: { width: number; height: number }): Orientation {
  if (Math.abs(width - height) < SQUARE_WITHIN * Math.max(width, height)) return 'square'
  return width > height ? 'landscape' : 'portrait'
}
