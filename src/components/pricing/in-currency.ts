import type { Offer } from '#domain/membership/price.ts'

/** Attributes of what is about one of several currencies: hidden until the visitor chooses it. */
export function inCurrency(offer: Offer, offers: readonly Offer[], shown: Offer | undefined) {
  return offers.length > 1 ? { 'data-currency': offer.currency, hidden: offer !== shown } : {}
}
