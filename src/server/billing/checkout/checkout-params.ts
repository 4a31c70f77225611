import type Stripe from 'stripe'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { formatPrice } from '#domain/membership/format-price.ts'
import { PLAN_PRICES, type Plan } from '#domain/membership/price.ts'
import type { OpenPayments } from '#server/billing/payments.ts'

interface Checkout {
  userId: number
  plan: Plan
  referral: string
  customer: string
  price: string
  locale: Locale
  site: { name: string; url: URL }
}

/** The buyer's id is on the session and on the subscription, so that either identifies the buyer. */
export function checkoutParams(
  { automaticTax, adaptivePricing }: Pick<OpenPayments, 'automaticTax' | 'adaptivePricing'>,
  { userId, plan, referral, customer, price, locale, site }: Checkout,
): Stripe.Checkout.SessionCreateParams {
  const metadata = { user_id: String(userId), site: site.url.host }
  return {
    mode: 'subscription',
    customer,
    client_reference_id: String(userId),
    line_items: [{ price, quantity: 1 }],
    locale,
    metadata: { ...metadata, plan, ...(referral && { referral }) },
    subscription_data: { metadata },
    custom_text: { submit: { message: RENEWAL[locale](plan, site.name) } },
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

/** Shown next to the pay button: what is charged when, and how to cancel. */
const RENEWAL: Record<Checkout['locale'], (plan: Plan, site: string) => string> = {
  en: (plan, site) => {
    const { billed, period } = PLAN_PRICES[plan]
    return `Renews by itself every ${period} at ${formatPrice(billed, 'en')} until you cancel. Cancel at any time on your account page at ${site}; you keep access until the end of what you have paid for.`
  },
  ja: (plan, site) => {
    const { billed, period } = PLAN_PRICES[plan]
    const every = period === 'year' ? '1年' : '1か月'
    return `解約されるまで、${every}ごとに${formatPrice(billed, 'ja')}で自動更新されます。解約は${site}のアカウントページからいつでも行えます。お支払い済みの期間が終わるまでご利用になれます。`
  },
}
