import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import type { Deps } from '#server/deps.ts'
import { eachStep } from '#server/jobs/each-alone.ts'
import type { Job, RecurringJob } from '#server/jobs/job.ts'
import { stripeEventJob } from './inbox/handle-event.ts'
import { announceRenewals } from './mail/renewal-notice.ts'
import { updateCustomerJob } from './membership/update-customer.ts'
import { moveMembersJob } from './prices/move-members.ts'
import { knowsPrices, refreshPrices } from './prices/refresh-prices.ts'
import { reconcileAll } from './sync/reconcile-all.ts'
import { type EventsRead, reconcileEvents } from './sync/reconcile-events.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Catches missed webhooks. */
const readEvents: RecurringJob = {
  kind: 'billing.events',
  everySeconds: HOUR,
  run: (deps, { state, signal }) =>
    reconcileEvents(deps, { before: state as EventsRead | undefined, signal }),
}

/** Catches every other difference, such as after a backup was restored. */
const compareAll: RecurringJob = {
  kind: 'billing.all',
  everySeconds: DAY,
  async run(deps, { signal }) {
    const result = await reconcileAll(deps, signal)
    if (result.failed > 0) throw new Error(`${result.failed} subscriptions could not be compared`)
    return result
  },
}

const readPrices: RecurringJob = {
  kind: 'billing.prices',
  everySeconds: HOUR,
  run: refreshPrices,
  isOverdue: async (deps) => !(await knowsPrices(deps)),
}

const renewalNotices: RecurringJob = {
  kind: 'billing.renewals',
  everySeconds: 6 * HOUR,
  run: (deps, { signal }) => announceRenewals(deps, { signal }),
}

const clean: RecurringJob = { kind: 'billing.clean', everySeconds: DAY, run: cleanBilling }

/** Deletes handled events and failed or expired checkouts after some weeks. */
export async function cleanBilling({ db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>): Promise<void> {
  const daysAgo = (days: number) => new Date(now().getTime() - days * DAY * 1000).toISOString()
  await eachStep(
    { log },
    {
      events: () =>
        db
          .deleteFrom('stripe_events')
          .where('handled_at', '<', daysAgo(RETENTION_DAYS.stripeEvents))
          .execute(),
      checkouts: () =>
        db
          .deleteFrom('checkout_sessions')
          .where('status', 'in', ['failed', 'expired'])
          .where('created', '<', daysAgo(RETENTION_DAYS.failedCheckouts))
          .execute(),
    },
  )
}

/** Only run where something is sold. */
export const billingJobs: Job[] = [
  stripeEventJob,
  updateCustomerJob,
  readEvents,
  compareAll,
  readPrices,
  renewalNotices,
  moveMembersJob,
  clean,
]
