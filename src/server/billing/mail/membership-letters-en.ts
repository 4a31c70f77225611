import { formatAmount } from '#domain/membership/format-price.ts'
import type { Letter } from '#server/mail/letter.ts'
import { mailDate } from '#server/mail/mail-dates.ts'

/** What letters say about a subscription. */
export interface MembershipAbout {
  site: string
  /** Where it can be cancelled. */
  url: string
  terms: string
  /** Undefined if it is not a simple one. */
  price: { amount: number; currency: string } | undefined
  period: 'month' | 'year'
  /** Whether the period is free. */
  trial: boolean
  /** End of the paid or free period. */
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
  /** Sent before the first charge; `until` is that day. */
  trialEnds(about: MembershipAbout): Letter
  /** A month before; `until` is the renewal from which `price` holds. */
  priceChanges(about: MembershipAbout & { oldPrice: MembershipAbout['price'] }): Letter
  /** After that mail: it does not change. */
  priceStays(about: MembershipAbout): Letter
  /** The card has had free days before. `url`: the prices. */
  trialUsed(about: Pick<MembershipAbout, 'site' | 'url'>): Letter
  /** `url`: the prices. */
  membershipEnded(about: Pick<MembershipAbout, 'site' | 'url'>): Letter
}

const date = (at: Date) => mailDate('en', at)
const priceText = ({ price }: MembershipAbout) =>
  price ? formatAmount(price.amount, price.currency, 'en') : 'the amount on your invoice'

export const englishMembership: MembershipLetters = {
  membershipBegan: (about) => ({
    subject: `Your ${about.site} Pro membership`,
    before: [
      `Thank you for becoming a Pro member of ${about.site}.`,
      about.trial
        ? `It is free until ${date(about.until)}; nothing is charged before. That day ${priceText(about)} is charged for the first ${about.period}; taxes and discounts are on your invoice. From then on it renews by itself every ${about.period}, for ${priceText(about)}, until you cancel.`
        : `The price is ${priceText(about)} for one ${about.period}; taxes and discounts are on your invoice. On ${date(about.until)} your membership renews by itself, and ${priceText(about)} is charged for another ${about.period}, until you cancel.`,
      `You can cancel at any time on your account page; you keep access until the end of what you have paid for${about.trial ? ', or of the free days. If you cancel before they end, you pay nothing' : ''}. Your invoices and cards are there too:`,
    ],
    link: { label: 'Your account', url: about.url },
    after: [`The terms that you agreed to:\n${about.terms}`],
  }),
  planChanged: (about) => ({
    subject: `Your ${about.site} plan has changed`,
    before: [
      `Your Pro membership of ${about.site} is billed by the ${about.period} from now on, at ${priceText(about)}. What was left of your old plan is credited on the invoice.`,
      `On ${date(about.until)} it renews by itself, and ${priceText(about)} is charged for another ${about.period}, until you cancel.`,
      'Your invoices are on your account page, where you can also change back or cancel:',
    ],
    link: { label: 'Your account', url: about.url },
    after: [],
  }),
  membershipCancelled: ({ site, url, until, stays }) => ({
    subject: `Your ${site} membership is cancelled`,
    before: [
      ...(stays
        ? [
            `You have cancelled your Pro membership of ${site}. It ends on ${date(until)}, and nothing more is charged. You keep your access after that.`,
          ]
        : [
            `You have cancelled your Pro membership of ${site}. You keep access until ${date(until)}, and nothing more is charged.`,
            'What you have published with our footage may stay as it is; new use needs a membership.',
          ]),
      'Until then you can take the cancellation back on your account page:',
    ],
    link: { label: 'Your account', url },
    after: [],
  }),
  paymentFailed: (about) => ({
    subject: `Your payment to ${about.site} did not go through`,
    before: [
      `We could not charge ${priceText(about)} for your Pro membership of ${about.site}. Your card may have expired, or the bank may have declined it.`,
      `You keep access until ${date(about.until)}. Before that day, please check or change your card on your account page, under “Cards and invoices”; the charge is then tried again:`,
    ],
    link: { label: 'Your account', url: about.url },
    after: ['If you do not want to stay, you can cancel there too, and nothing more is charged.'],
  }),
  membershipEnded: ({ site, url }) => ({
    subject: `Your ${site} membership has ended`,
    before: [
      `Your paid membership of ${site} has ended, and nothing more is charged. Your account is a free one now.`,
      'What you have published with our footage may stay as it is; new use needs a membership. Your licences and likes are kept.',
      'You can come back at any time:',
    ],
    link: { label: 'See the prices', url },
    after: [],
  }),
  trialEnds: (about) => ({
    subject: `Your free days at ${about.site} end on ${date(about.until)}`,
    before: [
      `Your Pro membership of ${about.site} is free until ${date(about.until)}. That day ${priceText(about)} is charged for the first ${about.period}, and then again every ${about.period}, until you cancel.`,
      'If you want to stay, there is nothing to do. If not, cancel before that day on your account page, and you pay nothing:',
    ],
    link: { label: 'Your account', url: about.url },
    after: [],
  }),
  priceChanges: (about) => ({
    subject: `The price of your ${about.site} membership changes on ${date(about.until)}`,
    before: [
      `Your Pro membership of ${about.site} will cost ${priceText(about)} for one ${about.period} from ${date(about.until)} on; until then it costs ${priceText({ ...about, price: about.oldPrice })}. It renews by itself that day, ${priceText(about)} is charged, and then again every ${about.period}, until you cancel.`,
      'If you want to stay, there is nothing to do. If not, cancel before that day on your account page; you keep access until then, and nothing more is charged:',
    ],
    link: { label: 'Your account', url: about.url },
    after: [],
  }),
  priceStays: (about) => ({
    subject: `The price of your ${about.site} membership stays as it is`,
    before: [
      `We wrote that the price of your Pro membership of ${about.site} would change. It does not: it goes on at ${priceText(about)} for one ${about.period}. We would write to you a month before any change.`,
      'You can see when it renews, and cancel at any time, on your account page:',
    ],
    link: { label: 'Your account', url: about.url },
    after: [],
  }),
  trialUsed: ({ site, url }) => ({
    subject: `Your free days at ${site} could not begin`,
    before: [
      `The card that you entered has been used for a membership of ${site} before, so it gets no free days. We have ended the membership at once, and nothing was charged.`,
      'You are welcome to become a member without free days:',
    ],
    link: { label: 'See the prices', url },
    after: [],
  }),
  membershipRenews: (about) => ({
    subject: `Your ${about.site} membership renews on ${date(about.until)}`,
    before: [
      `Your Pro membership of ${about.site} renews on ${date(about.until)}: ${priceText(about)} will be charged for another ${about.period}.`,
      'If you want to stay, there is nothing to do. If not, please cancel before that day on your account page:',
    ],
    link: { label: 'Your account', url: about.url },
    after: [],
  }),
}
