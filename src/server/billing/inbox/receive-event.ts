import { createHmac, timingSafeEqual } from 'node:crypto'
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
  if (!isSigned({ body, header: signature }, payments.webhookSecrets, now()))
    throw new AppError('webhookInvalid', 'wrong signature, or signed more than 5 minutes ago')
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

/** HMAC-SHA256 over `t.body`; the header is `t=…,v1=…`. Stripe's library accepts future timestamps and takes long to load. */
export function isSigned(
  { body, header }: { body: Buffer; header: string },
  secrets: readonly string[],
  now: Date,
): boolean {
  const parts = header.split(',').map((part) => part.trim().split('=', 2))
  const time = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (!/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now.getTime() / 1000 - Number(time)) > TOLERANCE_SECONDS) return false
  const given = parts.flatMap(([name, value]) => (name === 'v1' && value ? [Buffer.from(value, 'hex')] : []))
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest()
    return given.some(
      (signature) => signature.length === expected.length && timingSafeEqual(signature, expected),
    )
  })
}
