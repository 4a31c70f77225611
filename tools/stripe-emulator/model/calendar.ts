export const HOUR = 3600
export const DAY = 24 * HOUR

export type Interval = 'month' | 'year'

/** Days in a UTC month; months past December roll over. */
function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
}

/** Always counted from the anchor: a subscription of 31 January bills on 28 February and 31 March. */
function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1000)
  const month = date.getUTCMonth() + months
  const day = Math.min(date.getUTCDate(), daysInMonth(date.getUTCFullYear(), month))
  const sinceMidnight = anchor % DAY
  return Date.UTC(date.getUTCFullYear(), month, day) / 1000 + sinceMidnight
}

/** Time of the anchor plus `count` intervals, in seconds since 1970. */
export function addIntervals(anchor: number, interval: Interval, count: number): number {
  return addMonths(anchor, interval === 'month' ? count : count * 12)
}

/** The first billing time after `moment`. */
export function nextBilling(anchor: number, interval: Interval, moment: number): number {
  let count = 1
  while (addIntervals(anchor, interval, count) <= moment) count++
  return addIntervals(anchor, interval, count)
}
