export const MAX_SET_CLIPS = 200

/** How many days a promotion may last. */
export const PROMOTION_DAYS = { min: 1, max: 90, default: 7 }
