import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import type { BillingDeps } from '#server/deps.ts'
import { StripeEvent } from './event-subject.ts'
import { storeEvent } from './store-event.ts'

/** Allowed difference between Stripe's clock and ours, either way. */
const TOLERANCE_SECONDS = 300

/**
 * Takes a webhook: stores it, queues its handling, and answers.
 * @throws AppError('webhookInvalid') when Stripe has not signed it or it is no event; 'notFound' when nothing is sold
 */
export async function receiveEvent(
  deps: BillingDeps,
  body: Buffer,
  signature: string,
): Promise<{ received: true }> {
  const { payments, now } = deps
  if (payments.mode === 'off') throw new AppError('notFound')
  const { webhooks } = await payments.stripe()
  const isSigned = payments.webhookSecrets.some((secret) =>
    isSignedWith(webhooks, { body, signature, secret }, now()),
  )
  if (!isSigned) throw new AppError('webhookInvalid', 'wrong signature, or signed more than 5 minutes ago')
  const event = StripeEvent.safeParse(json(body))
  if (!event.success) throw new AppError('webhookInvalid', 'not an event')
  await storeEvent(deps, event.data)
  return { received: true }
}

function json(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

interface Signed {
  body: Buffer
  signature: string
  secret: string
}

/** Stripe's library refuses what was signed long ago, but accepts times in the future. */
function isSignedWith(webhooks: Stripe['webhooks'], { body, signature, secret }: Signed, now: Date): boolean {
  const times = [...signature.matchAll(/\bt=(\d+)/g)].map(([, time]) => Number(time))
  if (times.some((time) => time > now.getTime() / 1000 + TOLERANCE_SECONDS)) return false
  try {
    const more = [TOLERANCE_SECONDS, undefined, now.getTime()] as const
    return webhooks.signature?.verifyHeader(body, signature, secret, ...more) ?? false
  } catch {
    return false
  }
}
