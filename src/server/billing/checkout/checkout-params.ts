import type Stripe from 'stripe'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { formatAmount, taxNote } from '#domain/membership/format-price.ts'
import { type Offer, PLAN_PERIOD, type Plan } from '#domain/membership/price.ts'
import type { OpenPayments } from '#server/billing/payments.ts'

interface Checkout {
  userId: number
  plan: Plan
  referral: string
  customer: string
  price: string
  offer: Offer
  /** Free days before the first charge; 0 for none. */
  trialDays: number
  /** Whether Stripe might choose another currency. */
  several: boolean
  locale: Locale
  site: { name: string; url: URL }
}

/** The buyer's id is on the session and on the subscription, so that either identifies the buyer. */
export function checkoutParams(
  { automaticTax, adaptivePricing }: Pick<OpenPayments, 'automaticTax' | 'adaptivePricing'>,
  { userId, plan, referral, customer, price, offer, trialDays, several, locale, site }: Checkout,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: String(userId), site: site.url.host }
  return {
    mode: 'subscription',
    customer,
    client_reference_id: String(userId),
    // Else Stripe chooses by where the buyer is.
    ...(several && { currency: offer.currency }),
    line_items: [{ price, quantity: 1 }],
    locale,
    metadata: {
      ...metadata,
      plan,
      ...(referral && { referral }),
      ...(trialDays > 0 && tried(price, trialDays)),
    },
    subscription_data: { metadata, ...(trialDays > 0 && trialOf(trialDays)) },
    custom_text: {
      submit: {
        message: [
          ...(trialDays > 0 ? [TRIAL[locale](trialDays)] : []),
          RENEWAL[locale](plan, priceText(offer, plan, locale), site.name),
        ].join(' '),
      },
    },
    success_url: `${new URL(localePath(locale, '/paysuccess'), site.url)}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: new URL(localePath(locale, '/pricing'), site.url).href,
    allow_promotion_codes: true,
    adaptive_pricing: { enabled: adaptivePricing },
    tax_id_collection: { enabled: true },
    // Stripe collects a company's name with its tax id only if that may become the customer's name.
    customer_update: { name: 'auto', ...(automaticTax && { address: 'auto' }) },
    // Calculated from the address that the buyer enters.
    ...(automaticTax && { automatic_tax: { enabled: true } }),
  }
}

/** A session with a trial adds up to nothing, so it says what it will charge. */
function tried(price: string, trialDays: number) {
  return { price, trial_days: String(trialDays) }
}

/** Who takes the card away in the portal pays nothing and gets nothing. */
function trialOf(trialDays: number) {
  return {
    trial_period_days: trialDays,
    trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
  }
}

function priceText(offer: Offer, plan: Plan, locale: Locale): string {
  return formatAmount(offer.amounts[plan]!, offer.currency, locale) + taxNote(offer, locale)
}

const TRIAL: Record<Locale, (days: number) => string> = {
  en: (days) =>
    `Free for ${days} days; the first payment follows on the day after. Cancel before, and you pay nothing.`,
  ja: (days) =>
    `${days}日間は無料です。期間の終了と同時に、最初の料金が請求されます。それまでに解約された場合、お支払いはありません。`,
}

/** Shown next to the pay button: what is charged when, and how to cancel. */
const RENEWAL: Record<Locale, (plan: Plan, price: string, site: string) => string> = {
  en: (plan, price, site) => {
    return `Renews by itself every ${PLAN_PERIOD[plan]} at ${price} until you cancel. Cancel at any time on your account page at ${site}; you keep access until the end of what you have paid for.`
  },
  ja: (plan, price, site) => {
    const every = PLAN_PERIOD[plan] === 'year' ? '1年' : '1か月'
    return `解約されるまで、${every}ごとに${price}で自動更新されます。解約は${site}のアカウントページからいつでも行えます。お支払い済みの期間が終わるまでご利用になれます。`
  },
}
