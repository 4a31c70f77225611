import type { Locale } from '#domain/address/locale-path.ts'
import { dateText, dateTimeText } from '#domain/dates/date-text.ts'

/** A time zone known to the language's readers. */
const ZONES: Record<Locale, string> = { en: 'UTC', ja: 'Asia/Tokyo' }

export function mailDate(locale: Locale, date: Date): string {
  return dateText(locale, date, ZONES[locale])
}

/** The zone is named beside it. */
export function mailTime(locale: Locale, date: Date): string {
  const text = dateTimeText(locale, date, ZONES[locale])
  return locale === 'ja' ? `${text}（日本時間）` : `${text} UTC`
}
