import Stripe from 'stripe'
import type { Account } from '../model/account.ts'
import type { Event } from '../model/state.ts'
import { CONFIGURED } from '../model/webhook-endpoints.ts'
import { DeliveryQueue } from './delivery-queue.ts'

export interface WebhookEndpoint {
  url: string
  secret: string
  /** The URL that the API shows, where the shop has another than this machine. */
  shownUrl?: string
}

export interface SignedEvent {
  body: string
  headers: { 'content-type': string; 'stripe-signature': string }
}

/** Posts a signed event and returns the response's status; throws without a response. */
export type Send = (url: string, signed: SignedEvent) => Promise<number>

/** A fault of the next deliveries. */
export interface WebhookFault {
  kind: 'duplicate' | 'reorder' | 'delay' | 'drop'
  /** Number of deliveries (for `reorder`: how many are reversed together); default 1. */
  times?: number
  /** Length of a delay, or how long reordered deliveries wait for each other. */
  ms?: number
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

/** Delivers an account's events to its endpoint, signed, with retries. */
export class Webhooks {
  endpoint: WebhookEndpoint | undefined
  readonly #account: Account
  readonly #send: Send
  readonly #retryAfterMs: number[]
  readonly #queue = new DeliveryQueue()
  /** Oldest first. */
  #faults: (WebhookFault & { left: number })[] = []
  #held: (() => void)[] = []
  #stopHolding: (() => void) | undefined

  constructor(account: Account, { endpoint, send = post, retryAfterMs = RETRY_AFTER }: WebhookOptions = {}) {
    this.#account = account
    this.endpoint = endpoint
    this.#send = send
    this.#retryAfterMs = retryAfterMs
    account.onEvent((event) => this.deliver(event))
  }

  disturb(fault: WebhookFault): void {
    this.#faults.push({ ...fault, left: fault.times ?? 1 })
  }

  clearFaults(): void {
    this.#faults = []
  }

  /** Starts delivering an event; does nothing without an endpoint. */
  deliver(event: Event): void {
    const hearers = this.#hearersOf(event)
    if (hearers.length === 0) return
    event.pending_webhooks = 1
    const fault = this.#takeFault()
    for (const hearer of hearers) this.#deliverWith(event, fault, hearer)
  }

  /** The configured endpoint as it is at the attempt, and those made by the API. */
  #hearersOf({ type }: Event): (() => WebhookEndpoint | undefined)[] {
    const made = [...this.#account.state.webhookEndpoints.values()].filter(
      ({ id, status, enabled_events }) =>
        id !== CONFIGURED &&
        status === 'enabled' &&
        (enabled_events.includes('*') || enabled_events.includes(type)),
    )
    return [...(this.endpoint ? [() => this.endpoint] : []), ...made.map((endpoint) => () => endpoint)]
  }

  /** Resumes deliveries that the last stop interrupted. */
  resume(): void {
    for (const event of this.#account.state.events.values()) {
      if (event.pending_webhooks > 0) this.deliver(event)
    }
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

  #takeFault(): WebhookFault | undefined {
    const [fault] = this.#faults
    if (fault && --fault.left <= 0) this.#faults.shift()
    return fault
  }

  #deliverWith(
    event: Event,
    fault: WebhookFault | undefined,
    hearer: () => WebhookEndpoint | undefined,
  ): void {
    const attempt = () => this.#queue.add(() => this.#attempt(event, hearer))
    switch (fault?.kind) {
      case 'drop':
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
        attempt()
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

  async #attempt(event: Event, hearer: () => WebhookEndpoint | undefined, tries = 0): Promise<void> {
    const endpoint = hearer()
    if (!endpoint) return
    const at = Math.floor(this.#account.wallClock() / SECOND)
    const signed = signEvent(event, { secret: endpoint.secret, at })
    const status = await this.#send(endpoint.url, signed).catch(() => 0)
    if (status >= 200 && status < 300) event.pending_webhooks = 0
    else if (event.pending_webhooks > 0) this.#tryAgain(event, hearer, tries)
  }

  #tryAgain(event: Event, hearer: () => WebhookEndpoint | undefined, tries: number): void {
    const ms = this.#retryAfterMs[tries]
    if (ms === undefined) return
    this.#queue.later(ms, () => this.#queue.add(() => this.#attempt(event, hearer, tries + 1)), false)
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
