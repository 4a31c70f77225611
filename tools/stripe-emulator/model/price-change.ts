import type { Account } from './account.ts'
import { cardDeclined, find, invalidRequest, noSuch } from './api-error.ts'
import { charge, collect, draftInvoice, finalize, paymentCard } from './billing.ts'
import { type Interval, nextBilling } from './calendar.ts'
import { amountIn, planOf } from './catalogue.ts'
import { newInvoice } from './invoice.ts'
import { type Line, periodLines, unusedTimeLine } from './invoice-lines.ts'
import { declineCode } from './payment-methods.ts'
import type { Invoice, Subscription } from './state.ts'

export interface ItemChange {
  id: string
  price: string
}

export interface PriceChange {
  items: ItemChange[]
  /** The moment up to which the old price is counted, in seconds; default: now. */
  proration_date?: number | undefined
}

const UPDATE = 'subscription_update'

/**
 * Changes the items' price. With the same interval it applies from the next invoice; with another one a new period
 * begins and is invoiced at once, less the unused part of the old one.
 * @throws 402 for `error_if_incomplete` when the card is declined; nothing is changed then
 */
export function changePrice(
  account: Account,
  before: Subscription,
  change: PriceChange & { payment_behavior?: string | undefined; proration_behavior?: string | undefined },
): Partial<Subscription> {
  const { after, lines } = planned(account, before, change)
  if (!lines) {
    const isOther = after.items.data.some(
      ({ price }, index) => price.id !== before.items.data[index]?.price.id,
    )
    if (isOther && change.proration_behavior !== 'none')
      throw invalidRequest('This emulator prorates changes of the interval only.')
    return { items: after.items }
  }
  if (change.payment_behavior === 'error_if_incomplete') refuseDeclined(account, after, lines)
  const invoice = finalize(account, draftInvoice(account, after, UPDATE, lines))
  const { status } = collect(account, invoice, paymentCard(account, after), 'later')
  return {
    items: after.items,
    billing_cycle_anchor: after.billing_cycle_anchor,
    latest_invoice: invoice.id,
    status: status === 'paid' ? before.status : 'past_due',
  }
}

/** The invoice that the change would make. Nothing is stored. */
export function previewChange(account: Account, before: Subscription, change: PriceChange): Invoice {
  const { after, lines } = planned(account, before, change)
  if (!lines) throw invalidRequest('This emulator previews changes of the interval only.')
  const invoice = newInvoice(account, { subscription: after, reason: 'upcoming', lines })
  return { ...invoice, id: `upcoming_${invoice.id}` }
}

/** The subscription after the change, and the lines of its invoice if it makes one. */
function planned(
  account: Account,
  before: Subscription,
  { items: changes, proration_date }: PriceChange,
): { after: Subscription; lines?: Line[] } {
  const now = account.now()
  let restarts = false
  const data = before.items.data.map((item) => {
    const change = changes.find(({ id }) => id === item.id)
    if (!change) return item
    const price = find(account.state.prices, change.price, 'price', 'items[0][price]')
    if (!price.active && price.id !== item.price.id) throw inactive()
    amountIn(account, price, before.currency)
    const interval = price.recurring.interval as Interval
    if (interval === item.price.recurring?.interval) return { ...item, price, plan: planOf(price) }
    restarts = true
    const period = { current_period_start: now, current_period_end: nextBilling(now, interval, now) }
    return { ...item, price, plan: planOf(price), ...period }
  })
  for (const { id } of changes) {
    if (!data.some((item) => item.id === id)) throw noSuch('subscription item', id, 'items[0][id]')
  }
  const after = { ...before, items: { ...before.items, data } }
  if (!restarts) return { after }
  const until = proration_date ?? now
  for (const { current_period_start: start, current_period_end: end } of before.items.data)
    if (until < start || until > end) throw outsidePeriod()
  const paid = paidShare(account, before)
  const credits = before.items.data.map((item) =>
    unusedTimeLine(account, { item, currency: before.currency, moment: until, paid }),
  )
  return {
    after: { ...after, billing_cycle_anchor: now },
    lines: [...credits, ...periodLines(account, after)],
  }
}

/** A discount of the current period lowers its credit too. */
function paidShare(account: Account, { latest_invoice }: Subscription): number {
  const invoice = account.state.invoices.get(String(latest_invoice))
  const off = invoice?.total_discount_amounts?.[0]?.amount
  return invoice && off ? 1 - off / invoice.subtotal : 1
}

function inactive() {
  return invalidRequest('The price specified is inactive. This field only accepts active prices.', {
    param: 'items[0][price]',
  })
}

function outsidePeriod() {
  return invalidRequest('The proration date must be within the current billing period.', {
    param: 'proration_date',
  })
}

function refuseDeclined(account: Account, subscription: Subscription, lines: Line[]): void {
  const { amount_due, currency, customer } = newInvoice(account, { subscription, reason: UPDATE, lines })
  const card = paymentCard(account, subscription)
  const code = card ? declineCode(card.card, 'later') : 'no_card'
  if (amount_due === 0 || !code) return
  charge(account, amount_due, currency, {
    customer,
    subscription: subscription.id,
    invoice: null,
    card: card?.card.last4 ?? '',
    status: 'failed',
  })
  throw cardDeclined(code)
}
