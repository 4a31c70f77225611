import Stripe from 'stripe'
import type { Account } from './account.ts'
import type { Interval } from './calendar.ts'
import type { Price, Product } from './state.ts'

interface PriceSeed {
  lookup_key: string
  /** For one interval, in US cents. */
  amount: number
  interval: Interval
}

/** $29 a month, or $22 a month billed yearly. */
const PRO_PRICES: PriceSeed[] = [
  { lookup_key: 'pro_monthly', amount: 2900, interval: 'month' },
  { lookup_key: 'pro_yearly', amount: 26400, interval: 'year' },
]

/** Creates one product with its prices. */
export function createCatalogue(account: Account, name: string): void {
  const product = newProduct(account, name)
  account.state.products.set(product.id, product)
  for (const seed of PRO_PRICES) {
    const price = newPrice(account, product.id, seed)
    account.state.prices.set(price.id, price)
  }
}

function newProduct(account: Account, name: string): Product {
  return {
    id: account.id('prod'),
    object: 'product',
    active: true,
    created: account.now(),
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: account.now(),
    url: null,
  } satisfies Stripe.Product
}

function newPrice(account: Account, product: string, seed: PriceSeed): Price {
  return {
    id: account.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: seed.lookup_key,
    metadata: {},
    nickname: null,
    product,
    recurring: {
      interval: seed.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: seed.amount,
    unit_amount_decimal: Stripe.Decimal.from(seed.amount),
  } satisfies Stripe.Price
}

/** The price as a legacy plan, which subscription items still carry. */
export function planOf(price: Price): Stripe.Plan {
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: false,
    metadata: {},
    meter: null,
    nickname: null,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  } satisfies Stripe.Plan
}

/** An invoice line's text in Stripe's format: `1 × Nagare Pro (at US$29.00 / month)`. */
export function describePrice(account: Account, price: Price, quantity: number): string {
  const name = account.state.products.get(price.product)?.name ?? price.product
  return `${quantity} × ${name} (at ${money(price.unit_amount)} / ${price.recurring.interval})`
}

const FORMAT = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `US$29.00`, since other dollars exist; `−US$29.00` with a minus sign. @param amount in cents */
export function money(amount: number): string {
  return FORMAT.format(amount / 100)
    .replace('$', 'US$')
    .replace('-', '−')
}
