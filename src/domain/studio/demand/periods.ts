import { RETENTION_DAYS } from '../../privacy/retention.ts'

/** Periods that figures are summed for, in days including today. */
export const PERIODS = [7, 30, 90, 400] as const
export type Period = (typeof PERIODS)[number]

/** Daily counts are kept this long. */
export const KEPT_DAYS = RETENTION_DAYS.searches
