import type { Account } from './account.ts'
import type { Charge } from './state.ts'
import { isLive, periodEnd } from './subscription.ts'

/** What a subscription is, in the few words that tests compare with. */
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
  /** Seconds since 1970, by the account's clock. */
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

/** The account's state as it is, whatever any webhook has told. */
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
