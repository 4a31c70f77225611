import type { ColumnType, Generated } from 'kysely'
import type { DigitalSource } from '#domain/clips/digital-source.ts'
import type { FileKind } from '#domain/clips/file-kinds.ts'
import type { Plan } from '#domain/membership/price.ts'
import type { Flag, Instant, JsonText } from './column-types.ts'

/** A plan's price at Stripe. */
export interface PlanPrice {
  plan: Plan
  /** `price_…` */
  price_id: string
  /** The default one, such as `usd`. */
  currency: string
  /** By currency, in its smallest unit; `inclusive`: taxes are in it. */
  amounts: Record<string, { amount: number; inclusive: boolean }>
  /** Free days before the first charge; 0 for none. */
  trial_days: number
}

export interface BillingTables {
  /** Outlives the user, so that a deleted account can still be found and cancelled at Stripe. */
  stripe_customers: {
    /** `cus_…` */
    id: string
    user_id: number | null
    created: Instant
  }

  /** One attempt to pay; written before the request to Stripe, so that a retry uses the same idempotency key. */
  checkout_sessions: {
    id: Generated<number>
    user_id: number | null
    plan: 'pro_monthly' | 'pro_yearly'
    /** `cs:{user}:{plan}:{attempt}`; a fresh attempt needs a fresh key. */
    idempotency_key: string
    /** `cs_…`; null until Stripe answers. */
    stripe_id: string | null
    url: string | null
    referral: string
    status: 'creating' | 'open' | 'complete' | 'expired' | 'failed'
    created: Instant
    expires_at: Instant | null
  }

  /** Last known state of a Stripe subscription; membership is derived from it on each request. */
  subscriptions: {
    /** `sub_…` */
    id: string
    customer_id: string
    user_id: number | null
    /** As at Stripe: active, trialing, past_due, canceled, … */
    status: string
    /** Lookup key of the price. */
    plan: string
    current_period_end: Instant
    cancel_at_period_end: ColumnType<Flag, Flag | undefined, Flag>
    cancel_at: Instant | null
    /** First seen past due; membership ends 7 days later. */
    past_due_since: Instant | null
    ended_at: Instant | null
    /** Period end of the last renewal notice, so that each is sent once. */
    renewal_notice_for: Instant | null
    created: Instant
    /** When this state was fetched. */
    synced_at: Instant
    /** Ticket drawn before the fetch: an older answer never overwrites a newer one. */
    sync_ticket: ColumnType<number, number | undefined, number>
    /** Price of a period in the currency's smallest unit; null if the price is not a simple one. */
    amount: number | null
    /** Such as `usd`. */
    currency: string | null
    /** Why we end it at once. `duplicate` and `unclaimed` (paid for a deleted account) are refunded. */
    end_reason: 'duplicate' | 'unclaimed' | 'superseded' | 'accountGone' | 'trialUsed' | null
    /** When it was ended and refunded. */
    end_handled_at: Instant | null
    /** Hash of the card that it began with, so that a card is tried with once. */
    card: string | null
    /** On its way to the price of new members (prices/move-members.ts); null otherwise. */
    move_state: 'waiting' | 'announced' | 'moving' | 'moved' | 'failed' | null
    /** What a period will cost. */
    move_amount: number | null
    /** The renewal from which it does. */
    move_at: Instant | null
  }

  /** Tickets that order Stripe's answers about an id. */
  subscription_tickets: {
    /** `sub_…` */
    id: string
    /** The last number drawn. */
    ticket: number
  }

  /** What Stripe charges for a plan; `price_id` is empty if it is not sold. */
  plan_prices: Omit<PlanPrice, 'amounts' | 'trial_days'> & {
    trial_days: ColumnType<number, number | undefined, number>
    amounts: JsonText
    /** Of the key that it was asked with; `off` before that. */
    mode: 'off' | 'test' | 'live'
    /** As in `subscription_tickets`. */
    ticket: number
  }

  /** Webhooks, stored once each; handled by a queued job. */
  stripe_events: {
    /** `evt_…` */
    id: string
    type: string
    /** The subscription, customer or session it is about. */
    object_id: string
    /** The event without its object, which contains names and addresses and is fetched anyway. */
    payload: JsonText
    created: Instant
    received_at: Instant
    handled_at: Instant | null
  }

  /** One licence, as it was at the download; outlives clip and account. */
  downloads: {
    id: Generated<number>
    /** Unguessable; the `{id}` of the certificate and of its verification. */
    public_id: string
    user_id: number | null
    source_id: number | null
    /** The source's id, kept after the source is gone; ids are never reused. */
    clip_id: number
    clip_title: string
    clip_title_ja: string
    /** The clip's creator; downloads are counted by it. */
    user_name: ColumnType<string, string | undefined, string>
    file_name: string
    file_kind: ColumnType<FileKind, FileKind | undefined, FileKind>
    license: string
    license_type: 'commercial' | 'editorial'
    /** What the clip said of AI; null: nothing. */
    ai: ColumnType<Flag | null, Flag | null | undefined, Flag | null>
    /** A DigitalSource, or empty. */
    digital_source_type: ColumnType<DigitalSource | '', DigitalSource | '' | undefined, DigitalSource | ''>
    /** Date of the terms in force, as on the terms page. */
    terms_version: string
    /** Membership at the download. */
    plan: 'free' | 'pro' | 'early_adopter' | 'admin'
    licensee_name: string
    /** Downloaded from the clip's page, a promotion or a collection. */
    via: 'clip' | 'promotion' | 'collection'
    /** Name of that promotion or collection, else empty. */
    via_name: string
    created: Instant
  }
}
