import { DAY_MS } from '../dates/spans.ts'
import { PLAN_PERIOD, type Plan } from './price.ts'

/** Next charge of a plan bought now, as Stripe does it: in UTC, on the last day if the month has no such day; after a trial its first. */
export function nextCharge(plan: Plan, now: Date, trialDays = 0): Date {
  if (trialDays > 0) return new Date(now.getTime() + trialDays * DAY_MS)
  const months = PLAN_PERIOD[plan] === 'year' ? 12 : 1
  const next = new Date(now)
  next.setUTCMonth(now.getUTCMonth() + months)
  // The 31st of a 30-day month became the 1st of the next month.
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0)
  return next
}
