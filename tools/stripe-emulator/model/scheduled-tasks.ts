import type { Account } from './account.ts'
import { collect, draftInvoice, finalize, paymentCard } from './billing.ts'
import { DAY, type Interval, nextBilling } from './calendar.ts'
import { expireCheckout } from './checkout.ts'
import { billedSubscription, newInvoice } from './invoice.ts'
import { periodLines } from './invoice-lines.ts'
import type { CheckoutSession, Invoice, Subscription } from './state.ts'
import { isLive, periodEnd } from './subscription.ts'
import { endSubscription } from './subscription-end.ts'
import { trialNotice } from './trial.ts'

/** Something that the clock triggers. */
export interface ScheduledTask {
  /** Seconds since 1970. */
  at: number
  run: () => void
}

/** In no order. */
export function scheduledTasks(account: Account): ScheduledTask[] {
  const found: ScheduledTask[] = []
  for (const session of account.state.sessions.values()) {
    if (session.status === 'open') found.push(expiry(account, session))
  }
  for (const subscription of account.state.subscriptions.values()) {
    if (isLive(subscription)) found.push(...ofSubscription(account, subscription))
  }
  for (const invoice of account.state.invoices.values()) found.push(...ofInvoice(account, invoice))
  return found
}

function expiry(account: Account, { id, expires_at }: CheckoutSession): ScheduledTask {
  return { at: expires_at, run: () => expireCheckout(account, id) }
}

/** A subscription that ends with its period is not renewed first. */
function ofSubscription(account: Account, subscription: Subscription): ScheduledTask[] {
  const { id, cancel_at } = subscription
  const end = periodEnd(subscription)
  if (cancel_at !== null && cancel_at <= end) {
    const run = () => void endSubscription(account, subscription, 'cancellation_requested')
    return [{ at: cancel_at, run }, ...trialNotice(account, subscription)]
  }
  const found: ScheduledTask[] = [
    { at: end, run: () => renew(account, subscription) },
    ...trialNotice(account, subscription),
  ]
  if (account.state.announced.get(id) !== end) {
    const at = Math.max(end - account.billing.upcomingDays * DAY, subscription.created + 1)
    found.push({ at, run: () => announce(account, subscription, end) })
  }
  return found
}

/** Sends `invoice.upcoming`; that invoice has no id yet. */
function announce(account: Account, subscription: Subscription, end: number): void {
  account.state.announced.set(subscription.id, end)
  const renewed = nextPeriod(subscription)
  const lines = periodLines(account, renewed)
  const { id: _, ...invoice } = newInvoice(account, { subscription: renewed, reason: 'upcoming', lines })
  const timing = { next_payment_attempt: end, period_end: end }
  account.emit('invoice.upcoming', { ...invoice, ...timing })
}

function renew(account: Account, subscription: Subscription): void {
  const renewed = nextPeriod(subscription)
  const lines = periodLines(account, renewed)
  const invoice = draftInvoice(account, renewed, 'subscription_cycle', lines)
  const { items, status } = renewed
  account.changeSubscription(subscription, { items, status, latest_invoice: invoice.id })
}

function nextPeriod(subscription: Subscription): Subscription {
  const data = subscription.items.data.map((item) => {
    const start = item.current_period_end
    const interval = item.price.recurring!.interval as Interval
    const end = nextBilling(subscription.billing_cycle_anchor, interval, start)
    return { ...item, current_period_start: start, current_period_end: end }
  })
  const status = subscription.status === 'trialing' ? 'active' : subscription.status
  return { ...subscription, status, items: { ...subscription.items, data } }
}

function ofInvoice(account: Account, invoice: Invoice): ScheduledTask[] {
  const { status, automatically_finalizes_at, next_payment_attempt } = invoice
  if (status === 'draft' && automatically_finalizes_at !== null) {
    return [{ at: automatically_finalizes_at, run: () => chargeCard(account, finalize(account, invoice)) }]
  }
  if (status === 'open' && next_payment_attempt !== null) {
    return [{ at: next_payment_attempt, run: () => chargeCard(account, invoice) }]
  }
  return []
}

function chargeCard(account: Account, invoice: Invoice): void {
  const subscription = account.state.subscriptions.get(billedSubscription(invoice))
  collect(account, invoice, subscription && paymentCard(account, subscription), 'later')
}
