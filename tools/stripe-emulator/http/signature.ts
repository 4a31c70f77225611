import Stripe from 'stripe'
import type { Event } from '../model/state.ts'

export interface SignedEvent {
  body: string
  headers: { 'content-type': string; 'stripe-signature': string }
}

/** Body and signature of an event's webhook request. `at` in seconds since 1970. */
export function signEvent(event: Event, { secret, at }: { secret: string; at: number }): SignedEvent {
  const body = JSON.stringify(event)
  const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp: at })
  return {
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
  }
}
