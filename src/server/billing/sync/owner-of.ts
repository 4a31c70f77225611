import type { Kysely } from 'kysely'
import type Stripe from 'stripe'
import type { Database } from '#server/db/schema.ts'
import { idOf } from './subscription-facts.ts'

/**
 * Whose a subscription is. `gone`: of somebody whose account was deleted. `nobody`: it was sold here, but to whom cannot be
 * told. `foreign`: the Stripe account sells other things too, and it is one of those.
 */
export type Owner = { kind: 'member'; userId: number } | { kind: 'gone' } | { kind: 'nobody' | 'foreign' }

/** What Stripe says of the buyer, never by e-mail, since anybody can type any address. */
export interface Claim {
  customerId: string
  /** Ids of users, the most trusted first. */
  userIds: number[]
  /** The site that sold it, where that is said. */
  site: string | undefined
}

/** @param reference `client_reference_id` of the checkout session, where the rest says nothing */
export function claimOf(subscription: Stripe.Subscription, reference?: string | null): Claim {
  const { customer } = subscription
  const buyer = typeof customer === 'string' || customer.deleted ? {} : customer.metadata
  const said = [subscription.metadata.user_id, buyer.user_id, reference]
  return {
    customerId: idOf(customer),
    userIds: said.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0),
    site: subscription.metadata.site ?? buyer.site,
  }
}

/** A customer made here is known for ever, so that of other sites' sales on the same Stripe account nothing is touched. */
export async function ownerOf(
  db: Kysely<Database>,
  { customerId, userIds, site }: Claim,
  here: string,
): Promise<Owner> {
  const customer = await db
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer && site !== here) return { kind: 'foreign' }
  const candidates = [...userIds, ...(customer?.user_id ? [customer.user_id] : [])]
  const userId = await firstUser(db, candidates)
  if (userId !== undefined) return { kind: 'member', userId }
  return { kind: customer ? 'gone' : 'nobody' }
}

async function firstUser(db: Kysely<Database>, candidates: readonly number[]): Promise<number | undefined> {
  if (candidates.length === 0) return undefined
  const rows = await db.selectFrom('users').select('id').where('id', 'in', candidates).execute()
  return candidates.find((id) => rows.some((row) => row.id === id))
}
