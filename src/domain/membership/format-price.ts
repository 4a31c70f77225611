/** An amount of US dollars, with cents where there are any. */
export function formatPrice(dollars: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(dollars)
}

/** How much less a month costs where a year is billed at once: "24%". Rounded down, so that it never promises more. */
export function formatSaving(perMonth: number, ofYear: number, locale: string): string {
  const saved = Math.floor((1 - ofYear / perMonth) * 100) / 100
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(saved)
}
