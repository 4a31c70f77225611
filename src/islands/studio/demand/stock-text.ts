import type { SearchLine } from '#contract/studio/search/demand.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import { demandTexts } from '#i18n/studio/demand/texts.ts'

/** How many clips match a search, in words. */
export function stockText(
  { stock, stock_at_least }: Pick<SearchLine, 'stock' | 'stock_at_least'>,
  locale: Locale,
): string {
  const t = demandTexts(locale)
  if (stock === null) return t.uncounted
  const clips = stock.toLocaleString(locale)
  return stock_at_least ? t.stockAtLeast(clips) : clips
}
