import Stripe from 'stripe'
import type { Account } from '../model/account.ts'
import { find } from '../model/api-error.ts'
import type { Event } from '../model/state.ts'
import { DeliveryQueue } from './delivery-queue.ts'
import { type WebhookFault, WebhookFaults } from './webhook-faults.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
}

export interface SignedEvent {
  body: string
  headers: { 'content-type': string; 'stripe-signature': string }
}

/** Posts a signed event and returns the response's status; throws without a response. */
export type Send = (url: string, signed: SignedEvent) => Promise<number>

export interface Delivery {
  event: string
  type: string
  state: 'pending' | 'delivered' | 'failed' | 'dropped'
  /** Oldest first; `outcome` is a status or an error message. */
  attempts: { at: string; outcome: number | string }[]
}

export interface WebhookOptions {
  endpoint?: WebhookEndpoint
  send?: Send
  /** Milliseconds between attempts; after the last one the delivery has failed. Stripe retries for three days. */
  retryAfterMs?: number[]
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const RETRY_AFTER = [
  SECOND,
  5 * SECOND,
  30 * SECOND,
  5 * MINUTE,
  60 * MINUTE,
  6 * 60 * MINUTE,
  24 * 60 * MINUTE,
]
const MAX_DELIVERIES = 2000

/** Delivers an account's events to its endpoint, signed, with retries. */
export class Webhooks {
  readonly faults = new WebhookFaults()
  endpoint: WebhookEndpoint | undefined
  readonly #account: Account
  readonly #send: Send
  readonly #retryAfterMs: number[]
  readonly #queue = new DeliveryQueue()
  #deliveries: Delivery[] = []
  #held: (() => void)[] = []
  #stopHolding: (() => void) | undefined

  constructor(account: Account, { endpoint, send = post, retryAfterMs = RETRY_AFTER }: WebhookOptions = {}) {
    this.#account = account
    this.endpoint = endpoint
    this.#send = send
    this.#retryAfterMs = retryAfterMs
    account.onEvent((event) => this.deliver(event))
  }

  /** Starts delivering an event; does nothing without an endpoint. */
  deliver(event: Event): void {
    if (!this.endpoint) return
    event.pending_webhooks = 1
    const delivery: Delivery = { event: event.id, type: event.type, state: 'pending', attempts: [] }
    this.#deliveries.push(delivery)
    if (this.#deliveries.length > MAX_DELIVERIES) this.#deliveries.shift()
    this.#disturb(event, delivery, this.faults.take(event.type))
  }

  /** Resumes deliveries that the last stop interrupted. */
  resume(): void {
    for (const event of this.#account.state.events.values()) {
      if (event.pending_webhooks > 0) this.deliver(event)
    }
  }

  /** @throws 404 if there is no such event */
  redeliver(id: string): void {
    this.deliver(find(this.#account.state.events, id, 'event'))
  }

  list(): Delivery[] {
    return this.#deliveries
  }

  /** Resolves when nothing is running, held back or delayed; retries are not awaited. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  /** Starts no more deliveries; running ones may finish. */
  stop(): void {
    this.#held = []
    this.#stopHolding = undefined
    this.#queue.stop()
  }

  /** Forgets deliveries and faults. */
  reset(): void {
    this.stop()
    this.#deliveries = []
    this.faults.clear()
  }

  #disturb(event: Event, delivery: Delivery, fault: WebhookFault | undefined): void {
    const attempt = (how?: WebhookFault['kind']) => this.#queue.add(() => this.#attempt(event, delivery, how))
    switch (fault?.kind) {
      case 'drop':
        delivery.state = 'dropped'
        return
      case 'duplicate':
        attempt()
        attempt()
        return
      case 'delay':
        this.#queue.later(fault.ms ?? SECOND, attempt, true)
        return
      case 'reorder':
        this.#hold(fault, attempt)
        return
      default:
        attempt(fault?.kind)
    }
  }

  /** Holds deliveries back until `times` have arrived or `ms` has passed, then releases them in reverse. */
  #hold({ times = 1, ms = SECOND }: WebhookFault, attempt: () => void): void {
    this.#held.push(attempt)
    if (this.#held.length >= times) this.#release()
    else this.#stopHolding ??= this.#queue.later(ms, () => this.#release(), true)
  }

  #release(): void {
    this.#stopHolding?.()
    this.#stopHolding = undefined
    for (const attempt of this.#held.splice(0).reverse()) attempt()
  }

  async #attempt(event: Event, delivery: Delivery, how?: WebhookFault['kind']): Promise<void> {
    const { endpoint } = this
    if (!endpoint) return
    const at = new Date(this.#account.wallClock()).toISOString()
    const signed = signEvent(event, this.#signing(endpoint, how))
    const outcome = await this.#send(endpoint.url, signed).catch((error: Error) => error.message)
    delivery.attempts.push({ at, outcome })
    if (typeof outcome === 'number' && outcome >= 200 && outcome < 300) {
      delivery.state = 'delivered'
      event.pending_webhooks = 0
    } else if (delivery.state !== 'delivered') this.#tryAgain(event, delivery)
  }

  #signing({ secret }: WebhookEndpoint, how?: WebhookFault['kind']): { secret: string; at: number } {
    const now = Math.floor(this.#account.wallClock() / SECOND)
    if (how === 'wrong_secret') return { secret: 'whsec_of_somebody_else', at: now }
    if (how === 'stale') return { secret, at: now - 600 }
    if (how === 'future') return { secret, at: now + 600 }
    return { secret, at: now }
  }

  #tryAgain(event: Event, delivery: Delivery): void {
    const ms = this.#retryAfterMs[delivery.attempts.length - 1]
    if (ms === undefined) delivery.state = 'failed'
    else this.#queue.later(ms, () => this.#queue.add(() => this.#attempt(event, delivery)), false)
  }
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

async function post(url: string, { body, headers }: SignedEvent): Promise<number> {
  const signal = AbortSignal.timeout(10 * SECOND)
  const response = await fetch(url, { method: 'POST', body, headers, redirect: 'manual', signal })
  await response.body?.cancel()
  return response.status
}
