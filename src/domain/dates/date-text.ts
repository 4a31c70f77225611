import type { Locale } from '../address/locale-path.ts'

/** English dates are American, like the terms, in every page and mail. */
const TAGS: Record<Locale, string> = { en: 'en-US', ja: 'ja-JP' }

/**
 * `December 1, 2024` or `2024年12月1日`: the one form of dates in pages, mails and certificates.
 * @param timeZone default: the reader's in the browser; servers pass one
 */
export function dateText(locale: Locale, date: Date | string, timeZone?: string): string {
  return format(locale, date, { dateStyle: 'long', timeZone })
}

/** The same with the time, such as `December 1, 2024 at 9:05 AM`. */
export function dateTimeText(locale: Locale, date: Date | string, timeZone?: string): string {
  return format(locale, date, { dateStyle: 'long', timeStyle: 'short', timeZone })
}

/** For tables: `Dec 1, 2024` or `2024/12/01`. */
export function shortDateText(locale: Locale, date: Date | string, timeZone?: string): string {
  return format(locale, date, { dateStyle: 'medium', timeZone })
}

/** `December 2024` or `2024年12月`, of UTC. */
export function monthText(locale: Locale, date: Date | string): string {
  return format(locale, date, { year: 'numeric', month: 'long', timeZone: 'UTC' })
}

/** For axes: `Dec 1` or `12月1日`, of UTC. */
export function dayText(locale: Locale, date: Date | string): string {
  return format(locale, date, { month: 'short', day: 'numeric', timeZone: 'UTC' })
}

/** A time zone's name, such as `Japan Standard Time (Asia/Tokyo)`. */
export function timeZoneText(locale: Locale, timeZone: string): string {
  const zone = new Intl.DateTimeFormat(TAGS[locale], { timeZoneName: 'long', timeZone })
  const name = zone.formatToParts(new Date()).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  return `${name} (${timeZone})`
}

/** Empty for what is no date, so that one bad row does not blank a page. */
function format(locale: Locale, date: Date | string, options: Intl.DateTimeFormatOptions): string {
  const at = new Date(date)
  return Number.isNaN(at.getTime()) ? '' : new Intl.DateTimeFormat(TAGS[locale], options).format(at)
}
