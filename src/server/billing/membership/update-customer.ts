import * as z from 'zod/mini'
import { findAccount } from '#server/accounts/find-account.ts'
import { customerOf } from '#server/billing/checkout/customers.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { unlessMissing } from '#server/billing/stripe-failure.ts'
import type { Db } from '#server/db/schema.ts'
import type { QueuedJob } from '#server/jobs/job.ts'
import { queueJob } from '#server/jobs/job-rows.ts'

const Payload = z.object({ userId: z.int() })
const UPDATE_CUSTOMER_KIND = 'billing.updateCustomer'

/**
 * Queues a person's new name or address for Stripe, in the transaction that stores it. `at` makes each payload
 * different, so that a change during a run causes another run.
 */
export async function queueCustomerUpdate(trx: Db, userId: number, at: Date): Promise<void> {
  if ((await customerOf(trx, userId)) === undefined) return
  const kind = UPDATE_CUSTOMER_KIND
  await queueJob(trx, { kind, payload: { userId, at: at.toISOString() }, once: `${kind}:${userId}` })
}

/** Sends the account's present data, so repeats do no harm. */
export const updateCustomerJob: QueuedJob = {
  kind: UPDATE_CUSTOMER_KIND,
  async run(deps, payload) {
    const { userId } = Payload.parse(payload)
    const customer = await customerOf(deps.db, userId)
    const person = await findAccount(deps, 'id', userId)
    if (!customer || !person) return
    const { customers } = await paymentsOf(deps).stripe()
    const known = await unlessMissing(customers.retrieve(customer, { expand: ['tax_ids'] }))
    if (!known || known.deleted) return
    // The name that a company gave at the checkout stays on its invoices.
    const isCompany = known.business_name || known.tax_ids?.data.length
    const { email, name } = person
    await unlessMissing(customers.update(customer, { email, ...(!isCompany && { name }) }))
  },
}
