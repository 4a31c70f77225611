import { MOST_COUNTED } from '#contract/studio/overview.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { overviewTexts } from '#i18n/studio/overview-texts.ts'

/** A number as it is written; one that was counted no further says so. */
export function countText(number: number, locale: Locale): string {
  const text = number.toLocaleString(locale)
  return number >= MOST_COUNTED ? overviewTexts(locale).atLeast(text) : text
}
