import { PLAN_PRICES, type Plan } from './price.ts'

/**
 * When a plan that is paid for now is charged next, as Stripe has it: by the calendar of UTC, and on the month's last
 * day where the month has no such day.
 */
export function nextCharge(plan: Plan, now: Date): Date {
  const months = PLAN_PRICES[plan].period === 'year' ? 12 : 1
  const next = new Date(now)
  next.setUTCMonth(now.getUTCMonth() + months)
  // The 31st of a month of 30 days became the 1st of the month after it.
  if (next.getUTCDate() !== now.getUTCDate()) next.setUTCDate(0)
  return next
}
