import type { Account } from './account.ts'
import { type ScheduledTask, scheduledTasks } from './scheduled-tasks.ts'

/** Runs everything that is due on the account's clock, in order of time. */
export function settle(account: Account): void {
  const until = account.now()
  for (let next = firstDue(account, until); next; next = firstDue(account, until)) {
    // A follow-up, such as that of a withdrawn cancellation, cannot come before its cause.
    account.asOf(Math.max(next.at, latestEvent(account)), next.run)
  }
}

/** Moves the account's clock forward. */
export function advance(account: Account, seconds: number): void {
  if (!(seconds >= 0)) throw new RangeError('a clock goes forward only')
  settle(account)
  account.state.ahead += Math.floor(seconds)
  settle(account)
}

function latestEvent({ state }: Account): number {
  let latest = 0
  for (const { created } of state.events.values()) latest = created
  return latest
}

function firstDue(account: Account, until: number): ScheduledTask | undefined {
  let first: ScheduledTask | undefined
  for (const task of scheduledTasks(account)) {
    if (task.at <= until && (!first || task.at < first.at)) first = task
  }
  return first
}
