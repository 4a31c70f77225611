/** Milliseconds. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** @param seconds Unix time */
export function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}
