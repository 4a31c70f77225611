export const MAX_SET_CLIPS = 200
/** Characters of a set's description. */
export const MAX_DESCRIPTION = 500

/** Days that a promotion may last. */
export const PROMOTION_DAYS = { min: 1, max: 90, default: 7 }
