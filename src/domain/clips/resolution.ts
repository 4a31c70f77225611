import type { Size } from './film-size.ts'

export const RESOLUTIONS = ['full_hd', 'hd', 'sd'] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** The least pixels of a film's longer side; full films have at most 1920. */
export const LONG_SIDES: Record<Resolution, number> = { full_hd: 1920, hd: 1280, sd: 0 }

export function resolutionOf({ width, height }: Size): Resolution {
  return RESOLUTIONS.find((name) => Math.max(width, height) >= LONG_SIDES[name])!
}
