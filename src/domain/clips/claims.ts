/** How often footage is said to arrive, and the period in days. */
export const DAYS_OF_UPDATES = { daily: 1, weekly: 7, monthly: 31, yearly: 366 } as const
export type Updates = keyof typeof DAYS_OF_UPDATES
export const UPDATES = Object.keys(DAYS_OF_UPDATES) as [Updates, ...Updates[]]

/** What pages say of the library. */
export interface Claims {
  /** At least so many clips. */
  clips: number
  updates: Updates
  /** Lines of every film, such as `1080p`. */
  resolution: string
}

/** Reads as a round number, as 850 does. */
const STEP = 50

/** The number of clips to claim: a library that has outgrown the claim says its own, rounded down. */
export function claimedNumber(claimed: number, library: number): number {
  return Math.max(claimed, library - (library % STEP))
}
