import type { Letter } from '#server/mail/letter.ts'

/** What letters say about a subscription. */
export interface MembershipAbout {
  site: string
  /** Where it can be cancelled. */
  url: string
  terms: string
  price: { amount: number; currency: string }
  period: 'month' | 'year'
  /** End of the paid period. */
  until: Date
}

/** Letters about a subscription, in one language. */
export interface MembershipLetters {
  /** `until` is when it renews. */
  membershipBegan(about: MembershipAbout): Letter
  membershipCancelled(about: Pick<MembershipAbout, 'site' | 'url' | 'until'>): Letter
  /** Sent before a year is charged; `until` is that day. */
  membershipRenews(about: MembershipAbout): Letter
  /** `until` is when access ends unless it is paid. */
  paymentFailed(about: MembershipAbout): Letter
  /** `url`: the prices. */
  membershipEnded(about: Pick<MembershipAbout, 'site' | 'url'>): Letter
}

/** @param amount in the currency's smallest unit, which for yen is one yen */
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
