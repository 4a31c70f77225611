import type { RecurringJob } from '#server/jobs/recurring-job.ts'
import { cleanEvents } from './inbox/clean-events.ts'
import { announceRenewals } from './mail/renewal-notice.ts'
import { reconcileAll } from './sync/reconcile-all.ts'
import { type EventsRead, reconcileEvents } from './sync/reconcile-events.ts'

const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Makes up for webhooks that did not come. */
const readEvents: RecurringJob = {
  kind: 'billing.events',
  everySeconds: HOUR,
  run: (deps, { state, signal }) =>
    reconcileEvents(deps, { before: state as EventsRead | undefined, signal }),
}

/** Makes up for everything else, such as a backup that was restored. */
const compareAll: RecurringJob = {
  kind: 'billing.all',
  everySeconds: DAY,
  async run(deps, { signal }) {
    const result = await reconcileAll(deps, signal)
    if (result.failed > 0) throw new Error(`${result.failed} subscriptions could not be asked about`)
    return result
  },
}

const notices: RecurringJob = {
  kind: 'billing.renewals',
  everySeconds: 6 * HOUR,
  run: (deps, { signal }) => announceRenewals(deps, signal),
}

const clean: RecurringJob = {
  kind: 'billing.clean',
  everySeconds: DAY,
  run: (deps) => cleanEvents(deps),
}

/** What is done again and again where something is sold. */
export const billingJobs: RecurringJob[] = [readEvents, compareAll, notices, clean]
