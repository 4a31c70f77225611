import type { Account } from './account.ts'
import { find, invalidRequest, noSuch } from './api-error.ts'
import { collect, draftInvoice, finalize, paymentCard } from './billing.ts'
import { type Interval, nextBilling } from './calendar.ts'
import { planOf } from './catalogue.ts'
import { periodLines, unusedTimeLine } from './invoice-lines.ts'
import type { Price, Subscription } from './state.ts'

export interface ItemChange {
  id?: string
  price?: string
  quantity?: number
}

/**
 * Changes the items' price. With the same interval it applies from the next invoice; with another one a new period
 * begins and is invoiced at once, less the unused part of the old one.
 */
export function changePrice(
  account: Account,
  before: Subscription,
  changes: ItemChange[],
): Partial<Subscription> {
  const now = account.timeOf(before.customer)
  let restarts = false
  const data = before.items.data.map((item) => {
    const change = changes.find(({ id }) => id === item.id)
    if (!change) return item
    const price = change.price ? getPrice(account, change.price) : (item.price as Price)
    const quantity = change.quantity ?? item.quantity ?? 1
    const interval = price.recurring.interval as Interval
    if (interval === item.price.recurring?.interval) return { ...item, price, plan: planOf(price), quantity }
    restarts = true
    const period = { current_period_start: now, current_period_end: nextBilling(now, interval, now) }
    return { ...item, price, plan: planOf(price), quantity, ...period }
  })
  for (const { id } of changes) {
    if (!id) throw invalidRequest('This emulator changes items, and adds none.', { param: 'items[0][id]' })
    if (!data.some((item) => item.id === id)) throw noSuch('subscription item', id, 'items[0][id]')
  }
  const items = { ...before.items, data }
  return restarts ? invoiced(account, before, { ...before, items, billing_cycle_anchor: now }) : { items }
}

function getPrice(account: Account, id: string): Price {
  return find(account.state.prices, id, 'price', 'items[0][price]')
}

function invoiced(account: Account, before: Subscription, after: Subscription): Partial<Subscription> {
  const credits = before.items.data.map((item) => unusedTimeLine(account, item, after.billing_cycle_anchor))
  const lines = [...credits, ...periodLines(account, after)]
  const invoice = finalize(account, draftInvoice(account, after, 'subscription_update', lines))
  const { status } = collect(account, invoice, paymentCard(account, after), 'now')
  return {
    items: after.items,
    billing_cycle_anchor: after.billing_cycle_anchor,
    latest_invoice: invoice.id,
    status: status === 'paid' ? before.status : 'past_due',
  }
}
