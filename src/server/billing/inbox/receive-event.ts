import { AppError } from '#contract/errors.ts'
import type { BillingDeps } from '#server/billing/payments.ts'
import { storeEvent } from './event-inbox.ts'
import { StripeEvent } from './event-subject.ts'
import { isSigned } from './verify-signature.ts'

/**
 * Takes a webhook: stores it once and answers; it is handled afterwards, here or by another process.
 * @throws AppError('webhookInvalid') for what Stripe has not signed, or what is no event; 'notFound' where nothing is sold
 */
export async function receiveEvent(
  deps: BillingDeps,
  body: Buffer,
  signature: string,
): Promise<{ received: true }> {
  const { payments, now } = deps
  if (payments.mode === 'off') throw new AppError('notFound')
  if (!isSigned({ body, header: signature }, payments.webhookSecrets, now()))
    throw new AppError('webhookInvalid', 'the signature is not right, or not of these minutes')
  const event = StripeEvent.safeParse(json(body))
  if (!event.success) throw new AppError('webhookInvalid', 'this is no event')
  if (await storeEvent(deps, event.data)) payments.inbox.ring()
  return { received: true }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
