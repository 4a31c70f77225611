/** The last time that the clock showed `at`, local time. @param at such as `04:00` */
export function lastTimeAt(at: string, now: Date): Date {
  const time = new Date(now)
  time.setHours(Number(at.slice(0, 2)), Number(at.slice(3)), 0, 0)
  if (time > now) time.setDate(time.getDate() - 1)
  return time
}
