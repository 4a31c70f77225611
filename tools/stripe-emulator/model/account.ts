import Stripe from 'stripe'
import { DAY, HOUR } from './calendar.ts'
import { type AccountState, type Event, emptyState, type Subscription } from './state.ts'

/** Billing settings that Stripe has in its dashboard. */
export interface BillingSettings {
  /** Days after each failed renewal until the card is retried; then the subscription ends. */
  retryAfterDays: number[]
  /** Days before a renewal at which `invoice.upcoming` is sent. */
  upcomingDays: number
  /** How long a renewal's invoice stays a draft, in seconds. */
  draftSeconds: number
}

export interface AccountOptions {
  /** Milliseconds since 1970. */
  now?: () => number
  /** Address of the hosted pages, without a path. */
  hostedUrl?: () => string
  billing?: Partial<BillingSettings>
  state?: AccountState
}

const BILLING: BillingSettings = { retryAfterDays: [3, 5, 7], upcomingDays: 7, draftSeconds: HOUR }

/** The request that caused an event; none if the clock or a hosted page did. */
export interface Cause {
  id: string
  idempotencyKey: string | null
}

/** A Stripe account: its objects, clock and events. Knows nothing of HTTP. */
export class Account {
  readonly billing: BillingSettings
  readonly hostedUrl: () => string
  /** The machine's clock in milliseconds, which webhook signatures use. */
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
    // A copy, since tests change it.
    this.billing = structuredClone({ ...BILLING, ...billing })
    this.state = state ?? emptyState(Math.random().toString(36).slice(2, 8).padEnd(6, '0'))
  }

  /** The account's clock, in seconds since 1970. */
  now(): number {
    return this.#moment ?? Math.floor(this.wallClock() / 1000) + this.state.ahead
  }

  /** Runs `action` as of an earlier moment that the clock skipped. */
  asOf(moment: number, action: () => void): void {
    const before = this.#moment
    this.#moment = moment
    try {
      action()
    } finally {
      this.#moment = before
    }
  }

  id(prefix: string): string {
    const number = (++this.state.sequence).toString(36).padStart(8, '0')
    return `${prefix}_${this.state.salt}${number}`
  }

  onEvent(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Records and emits an event with the object's current state. */
  emit(type: Stripe.Event.Type, object: object, previous?: object): void {
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

  /** Stores a new object and emits an event. */
  add<T extends { id: string }>(objects: Map<string, T>, object: T, type: Stripe.Event.Type): T {
    objects.set(object.id, object)
    this.emit(type, object)
    return object
  }

  changeSubscription(subscription: Subscription, changes: Partial<Subscription>): Subscription {
    return this.change(this.state.subscriptions, subscription, changes, 'customer.subscription.updated')
  }

  /** Replaces an object by its changed form and emits an event, unless nothing changed. */
  change<T extends { id: string }>(
    collection: Map<string, T>,
    object: T,
    changes: Partial<T>,
    type?: Stripe.Event.Type,
  ): T {
    const after = { ...object, ...changes }
    const previous = previousValues(object, after)
    collection.set(object.id, after)
    if (type && previous) this.emit(type, after, previous)
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

/** A copy, so that later changes do not show in the event. */
function snapshot<T extends object>(object: T): T {
  return JSON.parse(JSON.stringify(object))
}

/** The previous values of the changed fields; undefined if none changed. */
function previousValues<T extends object>(before: T, after: T): Partial<T> | undefined {
  const changed = Object.entries(before).filter(
    ([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key as keyof T]),
  )
  const added = Object.keys(after).filter((key) => !(key in before))
  if (changed.length === 0 && added.length === 0) return undefined
  return Object.fromEntries(changed) as Partial<T>
}
