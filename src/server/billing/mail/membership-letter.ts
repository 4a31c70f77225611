import type { Letter } from '#server/mail/letter.ts'

/** A subscription as its letters speak of it. */
export interface MembershipAbout {
  site: string
  /** Where it can be cancelled. */
  url: string
  terms: string
  price: { amount: number; currency: string }
  period: 'month' | 'year'
  /** End of the period that is paid. */
  until: Date
}

/** What members are told of their subscription, in one language. */
export interface MembershipLetters {
  /** What was agreed, and how it is ended; `until` is when it renews. */
  membershipBegan(about: MembershipAbout): Letter
  membershipCancelled(about: Pick<MembershipAbout, 'site' | 'url' | 'until'>): Letter
  /** Some days before a year is charged; `until` is that day. */
  membershipRenews(about: MembershipAbout): Letter
}

/** @param amount in the currency's smallest unit: yen have none smaller */
export function priceIn(
  locale: string,
  { amount, currency }: MembershipAbout['price'],
  currencyDisplay: 'symbol' | 'name',
): string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay,
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
