import type { Locale } from '#domain/address/locale-path.ts'

/** How long to wait, as people say it, such as “12 minutes”; rounded up, so that nobody comes back too early. */
export function waitWords(seconds: number, locale: Locale): string {
  if (seconds <= 90) return inUnits(Math.max(1, Math.ceil(seconds)), 'second', locale)
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return inUnits(minutes, 'minute', locale)
  return inUnits(Math.ceil(minutes / 60), 'hour', locale)
}

function inUnits(amount: number, unit: 'second' | 'minute' | 'hour', locale: Locale): string {
  const words = amount.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
  // Japanese is written without the space that the data puts before the unit.
  return locale === 'ja' ? words.replace(/\s/g, '') : words
}
