const DAY_MS = 24 * 60 * 60 * 1000

/** The instant that is so many days after another. */
export function daysAfter(from: Date, days: number): string {
  return new Date(from.getTime() + days * DAY_MS).toISOString()
}
