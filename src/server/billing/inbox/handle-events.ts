import { syncCheckout } from '#server/billing/checkout/sync-checkout.ts'
import { adoptCard } from '#server/billing/membership/adopt-card.ts'
import type { BillingDeps } from '#server/billing/payments.ts'
import { inTurn } from '#server/billing/sync/subscription-turns.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import { retrySeconds } from '#server/jobs/run-taken.ts'
import { withoutSecrets } from '#server/logger.ts'
import { noteFailedEvents, noteHandled, waitingEvents, waitingSubjects } from './event-inbox.ts'

const AT_ONCE = 20
const ALL = 10_000
const LONGEST_WAIT_SECONDS = 60 * 60
const LONGEST_ERROR = 1_000

interface Options {
  /** Also what failed and is to be tried again later only. */
  early?: boolean
  signal?: AbortSignal
}

/**
 * Handles what the inbox holds: what an event is about is fetched afresh, so neither order nor repetition of events
 * matters. Never rejects for what Stripe does; gives the number of subjects that failed.
 */
export async function handleEvents(
  deps: BillingDeps,
  { early = false, signal }: Options = {},
): Promise<number> {
  const seen = new Set<string>()
  let failed = 0
  for (;;) {
    const subjects = await waitingSubjects(deps.db, { most: early ? ALL : AT_ONCE, early })
    const fresh = subjects.filter((subject) => !seen.has(subject))
    if (fresh.length === 0) return failed
    for (const subject of fresh) {
      signal?.throwIfAborted()
      seen.add(subject)
      if (!(await handleSubject(deps, subject))) failed++
    }
  }
}

/** False where it could not be handled, now or because somebody else is at it. */
async function handleSubject(deps: BillingDeps, subject: string): Promise<boolean> {
  let handled = false
  await inTurn(deps.db, subject, async () => {
    const { ids, attempts } = await waitingEvents(deps.db, subject)
    if (ids.length === 0) return
    try {
      await handle(deps, subject)
      await noteHandled(deps, ids)
      handled = true
    } catch (error) {
      await noteFailure(deps, { subject, ids, attempts: attempts + 1, error })
    }
  })
  return handled
}

function handle(deps: BillingDeps, subject: string): Promise<unknown> {
  if (subject.startsWith('cs_')) return syncCheckout(deps, subject)
  if (subject.startsWith('cus_')) return adoptCard(deps, subject)
  return syncSubscription(deps, subject)
}

interface Failed {
  subject: string
  ids: string[]
  attempts: number
  error: unknown
}

async function noteFailure(
  { db, log }: BillingDeps,
  { subject, ids, attempts, error: err }: Failed,
): Promise<void> {
  const againSeconds = retrySeconds(attempts, LONGEST_WAIT_SECONDS)
  log.warn({ err, subject, attempts, againSeconds }, 'an event of Stripe could not be handled')
  const error = withoutSecrets(String(err)).slice(0, LONGEST_ERROR)
  await noteFailedEvents(db, ids, { attempts, error, againSeconds })
}
