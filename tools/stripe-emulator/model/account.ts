import Stripe from 'stripe'
import { DAY, HOUR } from './calendar.ts'
import { type AccountState, type Event, emptyState } from './state.ts'

/** How the account bills, where Stripe leaves it to the dashboard. */
export interface BillingSettings {
  /** Days after each failed renewal until the card is tried again; when they are used up the subscription ends. */
  retryAfterDays: number[]
  /** Days before a renewal at which `invoice.upcoming` is sent. */
  upcomingDays: number
  /** Seconds for which the invoice of a renewal stays a draft. */
  draftSeconds: number
}

export interface AccountOptions {
  /** Milliseconds since 1970. */
  now?: () => number
  /** Where the hosted pages are, without a path. */
  hostedUrl?: () => string
  billing?: Partial<BillingSettings>
  state?: AccountState
}

const BILLING: BillingSettings = { retryAfterDays: [3, 5, 7], upcomingDays: 7, draftSeconds: HOUR }

/** The request that an event is due to; none for what happens by the clock or on the hosted pages. */
export interface Cause {
  id: string
  idempotencyKey: string | null
}

/** A Stripe account: what it holds, its clock, and the events it tells. Knows nothing of HTTP. */
export class Account {
  readonly billing: BillingSettings
  readonly hostedUrl: () => string
  /** The machine's clock, in milliseconds: the one that signatures of webhooks follow. */
  readonly wallClock: () => number
  state: AccountState
  cause: Cause | undefined
  readonly #listeners = new Set<(event: Event) => void>()
  #moment: number | undefined

  constructor({
    now = Date.now,
    hostedUrl = () => 'https://checkout.test',
    billing,
    state,
  }: AccountOptions = {}) {
    this.wallClock = now
    this.hostedUrl = hostedUrl
    this.billing = { ...BILLING, ...billing }
    this.state = state ?? emptyState(Math.random().toString(36).slice(2, 8).padEnd(6, '0'))
  }

  /** Seconds since 1970 by the account's clock. */
  now(): number {
    return this.#moment ?? Math.floor(this.wallClock() / 1000) + this.state.ahead
  }

  /** Does something as of a moment that the clock has passed without being watched. */
  asOf(moment: number, happen: () => void): void {
    const before = this.#moment
    this.#moment = moment
    try {
      happen()
    } finally {
      this.#moment = before
    }
  }

  /** Seconds since 1970 where the customer lives: on a test clock, or with the account. */
  timeOf(customer: string | null): number {
    const clock = customer && this.state.customers.get(customer)?.test_clock
    return (clock && this.state.clocks.get(clock)?.frozen_time) || this.now()
  }

  id(prefix: string): string {
    const number = (++this.state.sequence).toString(36).padStart(8, '0')
    return `${prefix}_${this.state.salt}${number}`
  }

  onEvent(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records and tells an event about an object as it is now. */
  tell(type: Stripe.Event.Type, object: object, previous?: object): void {
    const event = {
      id: this.id('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.now(),
      data: { object: snapshot(object), ...(previous ? { previous_attributes: snapshot(previous) } : {}) },
      livemode: false,
      pending_webhooks: 0,
      request: { id: this.cause?.id ?? null, idempotency_key: this.cause?.idempotencyKey ?? null },
      type,
    } satisfies Stripe.EventBase
    this.state.events.set(event.id, event)
    this.#forgetOldEvents()
    for (const listener of this.#listeners) listener(event)
  }

  /** Replaces an object by its changed form and tells of it, unless nothing changed. */
  change<T extends { id: string }>(
    shelf: Map<string, T>,
    object: T,
    changes: Partial<T>,
    type?: Stripe.Event.Type,
  ): T {
    const after = { ...object, ...changes }
    const previous = whatChanged(object, after)
    shelf.set(object.id, after)
    if (type && previous) this.tell(type, after, previous)
    return after
  }

  /** Stripe shows events for 30 days. */
  #forgetOldEvents(): void {
    const oldest = this.now() - 30 * DAY
    for (const [id, { created }] of this.state.events) {
      if (created >= oldest) break
      this.state.events.delete(id)
    }
  }
}

/** A copy as it would arrive: later changes to the object do not show in what was told of it. */
function snapshot<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(object))
}

/** The former values of the fields that differ; undefined where none does. */
function whatChanged<T extends object>(before: T, after: T): Partial<T> | undefined {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key as keyof T]),
  )
  const added = Object.keys(after).filter((key) => !(key in before))
  if (changed.length === 0 && added.length === 0) return undefined
  return Object.fromEntries(changed) as Partial<T>
}
