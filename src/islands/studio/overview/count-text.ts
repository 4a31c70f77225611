import { MOST_COUNTED } from '#contract/studio/overview.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { overviewTexts } from '#i18n/studio/overview-texts.ts'

/** A formatted number; "at least" if counting stopped early. */
export function countText(number: number, locale: Locale): string {
  const text = number.toLocaleString(locale)
  return number >= MOST_COUNTED ? overviewTexts(locale).atLeast(text) : text
}
