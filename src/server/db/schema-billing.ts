import type { ColumnType, Generated } from 'kysely'
import type { Flag, Instant, JsonText } from './column-types.ts'

/** Outlives the user, so that a deleted account can still be found and cancelled at Stripe. */
interface StripeCustomersTable {
  /** `cus_…` */
  id: string
  user_id: number | null
  created: Instant
}

/** One attempt to pay; written before Stripe is asked, so that a retry uses the same idempotency key. */
interface CheckoutSessionsTable {
  id: Generated<number>
  user_id: number | null
  plan: 'pro_monthly' | 'pro_yearly'
  /** `cs:{user}:{plan}:{attempt}`; a fresh attempt needs a fresh key. */
  idempotency_key: string
  /** `cs_…`, null until Stripe has answered. */
  stripe_id: string | null
  url: string | null
  referral: string
  status: 'creating' | 'open' | 'complete' | 'expired' | 'failed'
  created: Instant
  expires_at: Instant | null
}

/** What Stripe last said of a subscription; membership is derived from it on each request. */
interface SubscriptionsTable {
  /** `sub_…` */
  id: string
  customer_id: string
  user_id: number | null
  /** Stripe's word: active, trialing, past_due, canceled, … */
  status: string
  /** Lookup key of the price. */
  plan: string
  current_period_end: Instant
  cancel_at_period_end: ColumnType<Flag, Flag | undefined, Flag>
  cancel_at: Instant | null
  /** First seen past due; the right ends 7 days later. */
  past_due_since: Instant | null
  ended_at: Instant | null
  /** Period end that the renewal notice was sent for, so that it is sent once. */
  renewal_notice_for: Instant | null
  created: Instant
  /** When Stripe was asked for what stands here. */
  synced_at: Instant
  /** The ticket drawn before Stripe was asked: an older answer never overwrites a newer one. */
  sync_ticket: ColumnType<number, number | undefined, number>
  /** What a period costs, in the currency's smallest unit; null where the price is not a plain one. */
  amount: number | null
  /** Such as `usd`. */
  currency: string | null
  /**
   * Why we end it at once: paid twice (refunded), paid for an account that was already gone (refunded), replaced by a
   * newer one that is paid, or its account was deleted.
   */
  end_reason: 'duplicate' | 'unclaimed' | 'superseded' | 'accountGone' | null
  /** When we had ended it, refunds included. */
  end_handled_at: Instant | null
}

/** Tickets, by which Stripe's answers about an id are ordered. */
interface SubscriptionTicketsTable {
  /** `sub_…` */
  id: string
  /** The last one drawn. */
  ticket: number
}

/** Webhooks, stored once each; handled by a queued job. */
interface StripeEventsTable {
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

/** One licence: what was true when the clip was taken, whatever becomes of clip and account. */
interface DownloadsTable {
  id: Generated<number>
  /** Unguessable; the `{id}` of the certificate and of its verification. */
  public_id: string
  user_id: number | null
  source_id: number | null
  /** The source's id, kept when the source is gone; ids are never given out again. */
  clip_id: number
  clip_title: string
  clip_title_ja: string
  file_name: string
  license: string
  license_type: 'commercial' | 'editorial'
  /** Date of the terms in force, as in the terms page. */
  terms_version: string
  /** Membership at that moment. */
  plan: 'free' | 'pro' | 'early_adopter' | 'admin'
  licensee_name: string
  /** Where it was taken: the clip's page, a promotion or a collection. */
  via: 'clip' | 'promotion' | 'collection'
  /** Name of that promotion or collection, else empty. */
  via_name: string
  created: Instant
}

export interface BillingTables {
  stripe_customers: StripeCustomersTable
  checkout_sessions: CheckoutSessionsTable
  subscriptions: SubscriptionsTable
  subscription_tickets: SubscriptionTicketsTable
  stripe_events: StripeEventsTable
  downloads: DownloadsTable
}
