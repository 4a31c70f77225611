import { DAY_MS } from '../dates/spans.ts'
import { PLAN_PERIOD, type Plan } from './price.ts'

/** Next charge of a plan bought now, as Stripe does it: in UTC, on the last day if the month has no such day; after a trial its first. */
export function nextCharge(plan: Plan, now: Date, trialDays = 0): Date {
  if (trialDays > 0) return new Date(now.getTime() + trialDays * DAY_MS)
  return afterPeriods(plan, now, 1)
}

/** The first renewal that is not before a time, counted from the subscription's anchor, so that its day returns after a short month. */
export function renewalFrom(plan: Plan, anchor: Date, notBefore: Date): Date {
  for (let count = 0; ; count++) {
    const renewal = afterPeriods(plan, anchor, count)
    if (renewal >= notBefore) return renewal
  }
}

function afterPeriods(plan: Plan, from: Date, count: number): Date {
  const next = new Date(from)
  next.setUTCMonth(from.getUTCMonth() + count * (PLAN_PERIOD[plan] === 'year' ? 12 : 1))
  // The 31st of a 30-day month became the 1st of the next month.
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0)
  return next
}
