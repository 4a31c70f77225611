import type Stripe from 'stripe'
import { AppError } from '#contract/errors.ts'
import { instant } from '#domain/dates/spans.ts'
import { webhookSecretsOf } from '#server/billing/own-objects.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'
import { queueJob } from '#server/jobs/job-rows.ts'
import { StripeEvent, subjectOf } from './event-subject.ts'

export const STRIPE_EVENT_KIND = 'billing.event'

/** Allowed difference between Stripe's clock and ours, either way. */
const TOLERANCE_SECONDS = 300

/**
 * Takes a webhook: stores it, queues its handling, and answers.
 * @throws AppError('webhookInvalid') when Stripe has not signed it or it is no event; 'notFound' when nothing is sold
 */
export async function receiveEvent(
  deps: BillingDeps & Pick<Deps, 'secrets'>,
  body: Buffer,
  signature: string,
): Promise<{ received: true }> {
  const { payments, now } = deps
  if (payments.mode === 'off') throw new AppError('notFound')
  const { webhooks } = await payments.stripe()
  const secrets = await webhookSecretsOf(deps, payments)
  const isSigned = secrets.some((secret) => isSignedWith(webhooks, { body, signature, secret }, now()))
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

/** Stores an event once and queues its handling, one job per subject. True if it is new. */
export async function storeEvent(
  { db, now, events }: Pick<Deps, 'db' | 'now' | 'events'>,
  event: StripeEvent,
): Promise<boolean> {
  const subject = subjectOf(event)
  const received = now().toISOString()
  const queued = await db.transaction().execute(async (trx) => {
    const row = await trx
      .insertInto('stripe_events')
      .values({
        id: event.id,
        type: event.type,
        object_id: subject ?? event.data.object.id ?? '',
        payload: JSON.stringify({ api_version: event.api_version, livemode: event.livemode }),
        created: instant(event.created),
        received_at: received,
        handled_at: subject ? null : received,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!row || !subject) return false
    const payload = { subject, event: event.id }
    await queueJob(trx, { kind: STRIPE_EVENT_KIND, payload, once: `${STRIPE_EVENT_KIND}:${subject}` })
    return true
  })
  if (queued) events.emit('jobQueued')
  return queued
}
