import type { HealthLine, HealthState } from '#contract/studio/operation/health.ts'
import { dateTimeText } from '#domain/dates/date-text.ts'
import { formatBytes } from '#domain/text/format-bytes.ts'
import type { Locale } from '../../strings.ts'
import { type HealthTexts, healthEn } from './en.ts'
import { healthJa } from './ja.ts'

export function healthTexts(locale: Locale): HealthTexts {
  return locale === 'ja' ? healthJa : healthEn
}

/** What a check found, and what to do. */
export function healthText(locale: Locale, { name, finding, facts }: HealthLine): string {
  const { checks, findings } = healthTexts(locale)
  const { ok, advice } = checks[name]
  const values = {
    ...facts,
    advice,
    check: checks[facts.check as keyof typeof checks]?.name ?? '',
  } as HealthLine['facts']
  return (finding === 'ok' ? ok : findings[finding]).replaceAll(/\{(\w+)\}/g, (_, fact: string) => {
    const value = values[fact] ?? ''
    if (fact.endsWith('At')) return dateTimeText(locale, String(value))
    return typeof value === 'number' && fact.endsWith('Bytes') ? formatBytes(value, locale) : String(value)
  })
}

/** How many checks failed, warn, are well and were skipped. */
export function healthCounts(locale: Locale, lines: readonly HealthLine[]): string {
  const count = (state: HealthState) => lines.filter((line) => line.state === state).length
  return healthTexts(locale).counts(count('failed'), count('warning'), count('ok'), count('skipped'))
}
