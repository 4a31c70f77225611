import Stripe from 'stripe'
import type { Account } from './account.ts'
import { find, invalidRequest } from './api-error.ts'
import type { Interval } from './calendar.ts'
import { mergeMetadata } from './metadata.ts'
import type { Price, Product } from './state.ts'

type TaxBehavior = NonNullable<Stripe.Price['tax_behavior']>

interface AmountFields {
  unit_amount: number
  tax_behavior?: TaxBehavior | undefined
}

/** As the API takes it. */
export interface PriceFields extends AmountFields {
  product: string
  currency: string
  currency_options?: Record<string, AmountFields>
  lookup_key?: string
  transfer_lookup_key?: boolean
  recurring: { interval: Interval; interval_count?: number }
  metadata?: Record<string, string> | null
}

/** In US dollars: 29 a month, or 22 a month billed yearly. */
const PRO_PRICES: Pick<PriceFields, 'lookup_key' | 'unit_amount' | 'recurring'>[] = [
  { lookup_key: 'pro_monthly', unit_amount: 2900, recurring: { interval: 'month' } },
  { lookup_key: 'pro_yearly', unit_amount: 26400, recurring: { interval: 'year' } },
]

/** Creates one product with its prices. */
export function createCatalogue(account: Account, name: string): void {
  const product = newProduct(account, name)
  account.state.products.set(product.id, product)
  for (const fields of PRO_PRICES) storePrice(account, { ...fields, product: product.id, currency: 'usd' })
}

/** @throws 400 if another active price has the lookup key and it is not transferred, 404 without the product */
export function createPrice(account: Account, fields: PriceFields): Price {
  find(account.state.products, fields.product, 'product', 'product')
  const holder = [...account.state.prices.values()].find(
    ({ lookup_key }) => lookup_key !== null && lookup_key === fields.lookup_key,
  )
  if (holder && !fields.transfer_lookup_key) throw keyTaken(holder.lookup_key!)
  if (holder) changePrice(account, holder, { lookup_key: null })
  const price = storePrice(account, fields)
  account.emit('price.created', price)
  return price
}

/** Its amount cannot be changed, as at Stripe. */
export function updatePrice(account: Account, id: string, change: PriceChange): Price {
  const price = find(account.state.prices, id, 'price')
  const metadata = mergeMetadata(price.metadata, change.metadata)
  return changePrice(account, price, { ...change, metadata })
}

interface PriceChange {
  active?: boolean
  metadata?: Record<string, string> | null
}

/** Subscriptions show the price as it is now. */
function changePrice(account: Account, before: Price, change: Partial<Price>): Price {
  const price = account.change(account.state.prices, before, change, 'price.updated')
  for (const subscription of account.state.subscriptions.values())
    for (const item of subscription.items.data) if (item.price.id === price.id) item.price = price
  return price
}

export function createProduct(account: Account, { name }: { name: string }): Product {
  return account.add(account.state.products, newProduct(account, name), 'product.created')
}

export function updateProduct(account: Account, id: string, fields: ProductFields): Product {
  const product = find(account.state.products, id, 'product')
  const metadata = mergeMetadata(product.metadata, fields.metadata)
  return account.change(account.state.products, product, { ...fields, metadata }, 'product.updated')
}

interface ProductFields {
  active?: boolean
  metadata?: Record<string, string> | null
  name?: string
}

/** What the price costs in a currency. @throws 400 if it has no such currency */
export function amountIn(account: Account, price: Price, currency: string): number {
  const amount = account.state.currencyOptions.get(price.id)?.[currency]?.unit_amount
  if (amount != null) return amount
  if (currency === price.currency) return price.unit_amount
  throw invalidRequest(
    `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${currency}\`.`,
    { param: 'currency' },
  )
}

function keyTaken(lookup_key: string) {
  return invalidRequest(
    `A price (\`${lookup_key}\`) already uses that lookup key. To transfer it, pass \`transfer_lookup_key: true\`.`,
    { param: 'lookup_key' },
  )
}

function storePrice(account: Account, fields: PriceFields): Price {
  const price = newPrice(account, fields)
  account.state.prices.set(price.id, price)
  const { currency, unit_amount, tax_behavior, currency_options } = fields
  const amounts = Object.entries({ [currency]: { unit_amount, tax_behavior }, ...currency_options })
  account.state.currencyOptions.set(
    price.id,
    Object.fromEntries(amounts.map(([key, amount]) => [key, currencyOption(amount)])),
  )
  return price
}

function currencyOption({ unit_amount, tax_behavior = 'unspecified' }: AmountFields) {
  return {
    custom_unit_amount: null,
    tax_behavior,
    unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(unit_amount),
  } satisfies Stripe.Price.CurrencyOptions
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

function newPrice(account: Account, fields: PriceFields): Price {
  const {
    product,
    currency,
    unit_amount,
    lookup_key = null,
    recurring,
    tax_behavior = 'unspecified',
  } = fields
  return {
    id: account.id('price'),
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: account.now(),
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key,
    metadata: mergeMetadata({}, fields.metadata),
    nickname: null,
    product,
    recurring: {
      interval: recurring.interval,
      interval_count: recurring.interval_count ?? 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    },
    tax_behavior,
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount,
    unit_amount_decimal: Stripe.Decimal.from(unit_amount),
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
export function describePrice(account: Account, price: Price, { quantity, currency }: Described): string {
  const name = account.state.products.get(price.product)?.name ?? price.product
  const amount = money(amountIn(account, price, currency), currency)
  return `${quantity} × ${name} (at ${amount} / ${price.recurring.interval})`
}

interface Described {
  quantity: number
  currency: string
}

/** `US$29.00`, since other dollars exist; `−US$29.00` with a minus sign. @param amount in the smallest unit */
export function money(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  const text = format.format(amount / 10 ** format.resolvedOptions().maximumFractionDigits!)
  return (currency === 'usd' ? text.replace('$', 'US$') : text).replace('-', '−')
}
