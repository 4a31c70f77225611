import { KEPT } from '../privacy/kept.ts'

/** Days back from today, today included, that figures are summed for. */
export const PERIODS = [7, 30, 90, 400] as const
export type Period = (typeof PERIODS)[number]

/** Daily counts are kept for so long. */
export const KEPT_DAYS = KEPT.searches
