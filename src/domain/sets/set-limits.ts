export const MAX_SET_CLIPS = 200
/** Of a person's private collections. */
export const BOARD_LIMITS = { boards: 200, clips: 500, name: 80, note: 500 }

/** Characters of a set's description. */
export const MAX_DESCRIPTION = 500

/** Days that a promotion may last. */
export const PROMOTION_DAYS = { min: 1, max: 90, default: 7 }

/** Dollars, unless the shop says otherwise. */
export const WORTH_PER_CLIP = 70

/** Whether a typed number of days may be a promotion's. */
export function isPromotionLength(days: string): boolean {
  const number = Number(days)
  return /^\d+$/.test(days.trim()) && number >= PROMOTION_DAYS.min && number <= PROMOTION_DAYS.max
}
