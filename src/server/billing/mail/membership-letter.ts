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
  /** Whether another ground gives access afterwards. */
  stays: boolean
}

/** Letters about a subscription, in one language. */
export interface MembershipLetters {
  /** `until` is when it renews. */
  membershipBegan(about: MembershipAbout): Letter
  planChanged(about: MembershipAbout): Letter
  membershipCancelled(about: Pick<MembershipAbout, 'site' | 'url' | 'until' | 'stays'>): Letter
  /** Sent before a year is charged; `until` is that day. */
  membershipRenews(about: MembershipAbout): Letter
  /** `until` is when access ends unless it is paid. */
  paymentFailed(about: MembershipAbout): Letter
  /** `url`: the prices. */
  membershipEnded(about: Pick<MembershipAbout, 'site' | 'url'>): Letter
}
