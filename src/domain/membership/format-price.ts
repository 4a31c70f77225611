/** An amount in US dollars, with cents if there are any. */
export function formatPrice(dollars: number, locale: string): string {
  return formatAmount(dollars * 100, 'usd', locale)
}

/** `US$29`, since other dollars exist; `−US$29` with a minus sign. @param amount in the currency's smallest unit, which for yen is one yen */
export function formatAmount(amount: number, currency: string, locale: string): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  })
  const text = format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  return (currency === 'usd' ? text.replace('$', 'US$') : text).replace('-', '−')
}

/** Saving per month when billed annually: "24%". Rounded down, so that it never promises too much. */
export function formatSaving(perMonth: number, ofYear: number, locale: string): string {
  const saved = Math.floor((1 - ofYear / perMonth) * 100) / 100
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(saved)
}
