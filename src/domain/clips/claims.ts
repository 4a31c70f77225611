/** How often pages promise new footage, and the period in days. */
export const DAYS_OF_UPDATES = { daily: 1, weekly: 7, monthly: 31, yearly: 366 } as const
export type Updates = keyof typeof DAYS_OF_UPDATES
export const UPDATES = Object.keys(DAYS_OF_UPDATES) as [Updates, ...Updates[]]

export interface Claims {
  /** A minimum. */
  clips: number
  updates: Updates
  /** Lines of every film, such as `1080p`. */
  resolution: string
}

/** Round numbers look like 850. */
const STEP = 50

/** The number of clips to claim: the setting, or the library's own number, rounded down, if that is larger. */
export function claimedNumber(claimed: number, library: number): number {
  return Math.max(claimed, library - (library % STEP))
}
