import { DAY_MS, HOUR_MS } from '../dates/spans.ts'

export type TimeLeft = { ended: true } | { ended: false; amount: number; unit: 'day' | 'hour' }

/** Rounded up, so that a promotion never reads "0 hours" while it still works. */
export function timeLeft(expiry: Date, now: Date): TimeLeft {
  const ms = expiry.getTime() - now.getTime()
  if (ms <= 0) return { ended: true }
  if (ms > DAY_MS) return { ended: false, amount: Math.ceil(ms / DAY_MS), unit: 'day' }
  return { ended: false, amount: Math.ceil(ms / HOUR_MS), unit: 'hour' }
}
