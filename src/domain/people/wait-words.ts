import type { Locale } from '#domain/address/locale-path.ts'

/** A waiting time in words, such as “12 minutes”; rounded up, so that nobody comes back too early. */
export function waitWords(seconds: number, locale: Locale): string {
  if (seconds <= 90) return inUnits(Math.max(1, Math.ceil(seconds)), 'second', locale)
  const minutes = Math.ceil(seconds / 60)
  if (minutes <= 90) return inUnits(minutes, 'minute', locale)
  return inUnits(Math.ceil(minutes / 60), 'hour', locale)
}

function inUnits(amount: number, unit: 'second' | 'minute' | 'hour', locale: Locale): string {
  const words = amount.toLocaleString(locale, { style: 'unit', unit, unitDisplay: 'long' })
  // Japanese has no space before the unit, though the locale data has.
  return locale === 'ja' ? words.replace(/\s/g, '') : words
}
