import type { Account } from './account.ts'
import type { Charge } from './state.ts'
import { isLive, periodEnd } from './subscription.ts'

/** A subscription, in the fields that tests compare. */
export interface TrueSubscription {
  id: string
  customer: string
  status: string
  live: boolean
  plan: string | null
  /** Seconds since 1970. */
  paid_until: number
  cancel_at: number | null
  metadata: Record<string, string>
}

export interface Truth {
  /** The account's clock, in seconds since 1970. */
  now: number
  customers: { id: string; email: string | null; metadata: Record<string, string> }[]
  subscriptions: TrueSubscription[]
  sessions: {
    id: string
    status: string | null
    client_reference_id: string | null
    customer: string | null
  }[]
  charges: Charge[]
}

/** The account's actual state, whatever webhooks said. */
export function truth(account: Account): Truth {
  const { customers, subscriptions, sessions, charges } = account.state
  return {
    now: account.now(),
    customers: [...customers.values()].map(({ id, email, metadata }) => ({ id, email, metadata })),
    subscriptions: [...subscriptions.values()].map((subscription) => ({
      id: subscription.id,
      customer: subscription.customer,
      status: subscription.status,
      live: isLive(subscription),
      plan: subscription.items.data[0]?.price.lookup_key ?? null,
      paid_until: periodEnd(subscription),
      cancel_at: subscription.cancel_at,
      metadata: subscription.metadata,
    })),
    sessions: [...sessions.values()].map(({ id, status, client_reference_id, customer }) => ({
      id,
      status,
      client_reference_id,
      customer,
    })),
    charges: [...charges.values()],
  }
}
