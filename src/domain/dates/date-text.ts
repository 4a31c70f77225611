import type { Locale } from '../address/locale-path.ts'

/** Where the English terms come from, so that every page and mail writes dates as they do. */
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

function format(locale: Locale, date: Date | string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(TAGS[locale], options).format(new Date(date))
}
