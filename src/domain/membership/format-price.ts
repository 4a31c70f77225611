/** Currencies that Stripe counts in whole units, or in thousandths; it counts all others in hundredths. */
const WHOLE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')
const THOUSANDTHS = 'bhd jod kwd omr tnd'.split(' ')

/** Digits after the point. https://docs.stripe.com/currencies#zero-decimal */
export function decimalsOf(currency: string): number {
  if (WHOLE.includes(currency)) return 0
  return THOUSANDTHS.includes(currency) ? 3 : 2
}

/** `29.5` dollars are 2950; undefined for what is no amount of this currency. */
export function amountFrom(text: string, currency: string): number | undefined {
  const [, whole = '', part = ''] = /^(\d{1,8})(?:\.(\d{1,3}))?$/.exec(text) ?? []
  const digits = decimalsOf(currency)
  if (whole === '' || part.length > digits) return undefined
  return Number(whole + part.padEnd(digits, '0')) || undefined
}

/** `29`, `29.50` or, in yen, `3980`: as forms and search engines take it. */
export function plainAmount(amount: number, currency: string): string {
  const major = amount / 10 ** decimalsOf(currency)
  return major.toFixed(Number.isInteger(major) ? 0 : decimalsOf(currency))
}

/** `US$29`, since other dollars exist; `−US$29` with a minus sign. @param amount in the currency's smallest unit, which for yen is one yen */
export function formatAmount(amount: number, currency: string, locale: string): string {
  const text = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  }).format(amount / 10 ** decimalsOf(currency))
  const named = currency === 'usd' ? text.replace('$', 'US$') : text.replace('￥', '¥')
  return named.replace('-', '−')
}

/** Japanese law wants the tax in the price. */
export const saysTax = (currency: string): boolean => currency === 'jpy'

const YEN_TAX: Partial<Record<string, [included: string, added: string]>> = {
  en: [' (tax included)', ' (before tax)'],
  ja: ['（税込）', '（税別）'],
}

/** What a price says of its tax: Japanese law asks for it beside yen. Empty for other currencies. */
export function taxNote({ currency, taxed }: { currency: string; taxed: boolean }, locale: string): string {
  return saysTax(currency) ? (YEN_TAX[locale]?.[taxed ? 1 : 0] ?? '') : ''
}

/** `Japanese Yen (JPY)`. */
export function currencyName(currency: string, locale: string): string {
  const code = currency.toUpperCase()
  return `${new Intl.DisplayNames(locale, { type: 'currency' }).of(code)} (${code})`
}

/** Saving per month when billed annually: "24%". Rounded down, so that it never promises too much. */
export function formatSaving(perMonth: number, ofYear: number, locale: string): string {
  const saved = Math.floor((1 - ofYear / perMonth) * 100) / 100
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(saved)
}
