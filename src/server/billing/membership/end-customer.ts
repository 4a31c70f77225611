import * as z from 'zod/mini'
import { openAttempts } from '#server/billing/checkout/checkout-attempts.ts'
import { customerOf } from '#server/billing/checkout/customers.ts'
import { closeCheckout } from '#server/billing/checkout/sync-checkout.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { settleRivals } from '#server/billing/sync/rivals.ts'
import { MAY_CHARGE } from '#server/billing/sync/subscription-facts.ts'
import { syncSubscription } from '#server/billing/sync/sync-subscription.ts'
import type { Db } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'
import { eachAlone, throwFailed } from '#server/jobs/each-alone.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

const Payload = z.object({
  customer: z.nullable(z.string()),
  subscriptions: z.array(z.string()),
  sessions: z.array(z.string()),
})

const END_CUSTOMER_KIND = 'billing.endCustomer'

/** Queues the end of a deleted account's subscriptions. Call it in the transaction, before the user row goes. */
export async function queueEndOfCustomer(trx: Db, userId: number): Promise<void> {
  // Duplicates are still refunded.
  await settleRivals(trx, userId)
  await trx
    .updateTable('subscriptions')
    .set({ end_reason: 'accountGone' })
    .where('user_id', '=', userId)
    .where('status', 'in', MAY_CHARGE)
    .where('end_reason', 'is', null)
    .execute()
  const ended = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('end_reason', 'is not', null)
    .where('end_handled_at', 'is', null)
    .execute()
  const customer = (await customerOf(trx, userId)) ?? null
  const sessions = await openAttempts(trx, userId)
  if (customer === null && ended.length === 0 && sessions.length === 0) return
  await queueJob(trx, {
    kind: END_CUSTOMER_KIND,
    payload: {
      customer,
      subscriptions: ended.map(({ id }) => id),
      sessions: sessions.map(({ stripeId }) => stripeId),
    },
  })
}

/** Closes the open checkouts and ends the subscriptions of a deleted account. */
export const endCustomerJob: QueuedJob = {
  kind: END_CUSTOMER_KIND,
  async run(deps, payload, { signal }) {
    const { customer, subscriptions, sessions } = Payload.parse(payload)
    const open = await eachAlone(deps, rowsOf(sessions), { what: 'checkout', signal }, ({ id }) =>
      closeCheckout(deps, id),
    )
    const all = new Set([...subscriptions, ...(await listSubscriptions(deps, customer))])
    const charging = await eachAlone(deps, rowsOf(all), { what: 'subscription', signal }, ({ id }) =>
      syncSubscription(deps, id),
    )
    throwFailed('checkout or subscription', [...open, ...charging])
  },
}

const rowsOf = (ids: Iterable<string>) => Array.from(ids, (id) => ({ id }))

/** Includes those without a webhook yet. */
async function listSubscriptions(deps: BillingDeps, customer: string | null): Promise<string[]> {
  if (customer === null) return []
  const stripe = await paymentsOf(deps).stripe()
  const ids: string[] = []
  for await (const { id } of stripe.subscriptions.list({ customer, limit: 100 })) ids.push(id)
  return ids
}
