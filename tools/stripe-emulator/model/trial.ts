import type { Account } from './account.ts'
import { invalidRequest } from './api-error.ts'
import { DAY } from './calendar.ts'
import type { ScheduledTask } from './scheduled-tasks.ts'
import type { Subscription } from './state.ts'
import { periodEnd } from './subscription.ts'

/** Stripe takes 1 to 730. */
export function refuseBadTrial(days: number | undefined): void {
  if (days === undefined || (days >= 1 && days <= 730)) return
  throw invalidRequest('The trial period is from 1 to 730 days.', {
    param: 'subscription_data[trial_period_days]',
  })
}

/** A first period that costs nothing; the billing cycle begins at its end. */
export function onTrial(account: Account, subscription: Subscription, days: number): Subscription {
  const start = account.now()
  const end = start + days * DAY
  const data = subscription.items.data.map((item) => ({ ...item, current_period_end: end }))
  return {
    ...subscription,
    status: 'trialing',
    trial_start: start,
    trial_end: end,
    billing_cycle_anchor: end,
    items: { ...subscription.items, data },
  }
}

/** `customer.subscription.trial_will_end`: three days before, or at once if the trial is shorter. */
export function trialNotice(account: Account, subscription: Subscription): ScheduledTask[] {
  const key = `trial:${subscription.id}`
  const end = periodEnd(subscription)
  if (subscription.status !== 'trialing' || account.state.announced.get(key) === end) return []
  const run = () => {
    account.state.announced.set(key, end)
    account.emit('customer.subscription.trial_will_end', subscription)
  }
  return [{ at: Math.max(end - 3 * DAY, subscription.created), run }]
}
