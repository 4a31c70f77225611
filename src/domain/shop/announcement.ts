import { dayIn } from '../dates/time-zone.ts'

interface Days {
  /** `2026-11-22`; empty: from the beginning, or without an end. */
  from: string
  until: string
}

/** Whether an announcement shows, from its first day to its last one in the shop's time zone. */
export function isAnnounced(
  { from, until }: Days,
  { at, timeZone }: { at: Date; timeZone: string },
): boolean {
  const today = dayIn(timeZone, at)
  return (!from || from <= today) && (!until || today <= until)
}
