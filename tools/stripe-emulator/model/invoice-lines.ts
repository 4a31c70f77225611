import Stripe from 'stripe'
import type { Account } from './account.ts'
import { amountIn, describePrice } from './catalogue.ts'
import type { Price, Subscription } from './state.ts'

/** A line before it belongs to an invoice. */
export type Line = Omit<Stripe.InvoiceLineItem, 'invoice'>

/** What each item's current period costs; nothing in a trial. */
export function periodLines(account: Account, subscription: Subscription): Line[] {
  return subscription.items.data.map((item) => {
    const price = item.price as Price
    const quantity = item.quantity ?? 1
    const { currency } = subscription
    const isFree = subscription.status === 'trialing'
    const described = describePrice(account, price, { quantity, currency })
    return newLine(account, {
      item,
      currency,
      amount: isFree ? 0 : amountIn(account, price, currency) * quantity,
      description: isFree ? `Free trial for ${described}` : described,
      period: { start: item.current_period_start, end: item.current_period_end },
      proration: false,
    })
  })
}

interface Unused {
  currency: string
  item: Stripe.SubscriptionItem
  /** The moment from which it is not used, in seconds. */
  moment: number
  /** What was paid of the price, 0 to 1: less than 1 after a discount. */
  paid: number
}

/** The credit for the rest of an item's period, rounded to the smallest unit. */
export function unusedTimeLine(account: Account, { currency, item, moment, paid }: Unused): Line {
  const price = item.price as Price
  const { current_period_start: start, current_period_end: end } = item
  const left = Math.max(0, end - moment) / (end - start)
  const quantity = item.quantity ?? 1
  const name = describePrice(account, price, { quantity, currency })
  return newLine(account, {
    item,
    currency,
    amount: -Math.round(amountIn(account, price, currency) * quantity * left * paid),
    description: `Unused time on ${name}`,
    period: { start: moment, end },
    proration: true,
  })
}

interface NewLine {
  currency: string
  item: Stripe.SubscriptionItem
  amount: number
  description: string
  period: Stripe.InvoiceLineItem.Period
  proration: boolean
}

function newLine(account: Account, line: NewLine): Line {
  const { item, currency, amount, description, period, proration } = line
  const price = item.price as Price
  return {
    id: account.id('il'),
    object: 'line_item',
    amount,
    currency,
    description,
    discount_amounts: [],
    discountable: !proration,
    discounts: [],
    livemode: false,
    metadata: {},
    parent: {
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: { credited_items: null },
        subscription: item.subscription,
        subscription_item: item.id,
      },
      type: 'subscription_item_details',
    },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product },
      type: 'price_details',
      unit_amount_decimal: Stripe.Decimal.from(proration ? amount : amountIn(account, price, currency)),
    },
    quantity: item.quantity ?? 1,
    quantity_decimal: Stripe.Decimal.from(item.quantity ?? 1),
    subscription: item.subscription,
    subtotal: amount,
    taxes: [],
  } satisfies Line
}
