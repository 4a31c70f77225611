import type { Locale } from '../../strings.ts'
import { type LogTexts, logEn } from './en.ts'
import { logJa } from './ja.ts'

export type { LogTexts }

export function logTexts(locale: Locale): LogTexts {
  return locale === 'ja' ? logJa : logEn
}

/** The action in words; without words it shows its code. */
export function actText(t: LogTexts, action: string): string {
  return (t.acts as Record<string, string>)[action] ?? action
}
