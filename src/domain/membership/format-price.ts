/** An amount in US dollars, with cents if there are any. */
export function formatPrice(dollars: number, locale: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  }).format(dollars)
}

/** Saving per month when billed annually: "24%". Rounded down, so that it never promises too much. */
export function formatSaving(perMonth: number, ofYear: number, locale: string): string {
  const saved = Math.floor((1 - ofYear / perMonth) * 100) / 100
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(saved)
}
