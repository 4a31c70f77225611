import { DAY_MS } from './spans.ts'

/** Whether the platform knows a time zone by this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Date(0).toLocaleString('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** What a clock in the zone shows: `2026-11-22T18:05:00`. */
function wallTime(zone: string, at: number): string {
  // Swedish dates are those of ISO 8601.
  return new Date(at).toLocaleString('sv', { timeZone: zone }).replace(' ', 'T')
}

/** What a field of date and time shows for an instant: `2026-11-22T18:05`. */
export const wallMinute = (zone: string, at: Date | number) => wallTime(zone, Number(at)).slice(0, 16)

/** The day in the zone: `2026-11-22`. */
export const dayIn = (zone: string, at: Date | number) => wallTime(zone, Number(at)).slice(0, 10)

/** The day so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How far the zone is ahead of UTC, in milliseconds. */
function ahead(zone: string, at: number): number {
  return Date.parse(`${wallTime(zone, at)}Z`) - Math.floor(at / 1000) * 1000
}

/**
 * The instant at which a clock in the zone shows a time, or at which a day begins there. Of two it is the first; a time
 * that clocks skip is moved by as much. @param wall `2026-11-22` or `2026-11-22T18:05`
 */
export function instantOf(zone: string, wall: string): Date {
  const wanted = Date.parse(wall.includes('T') ? `${wall}Z` : wall)
  const [before, after] = [wanted - DAY_MS, wanted + DAY_MS].map((at) => wanted - ahead(zone, at))
  const shows = (at: number) => ahead(zone, at) === wanted - at
  return new Date(!shows(before!) && shows(after!) ? after! : before!)
}

/** A stored instant for sheets, in the zone: `2026-11-22T03:05:00+09:00`; in UTC as it is. */
export function zonedTime(zone: string, instant: string): string {
  if (zone === 'UTC') return instant
  const at = Date.parse(instant)
  const minutes = Math.round(ahead(zone, at) / 60_000)
  const [hour, minute] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${wallTime(zone, at)}${minutes < 0 ? '-' : '+'}${hour}:${minute}`
}
