import type Stripe from 'stripe'
import type { Db } from '#server/db/schema.ts'
import { idOf } from './subscription-facts.ts'

/** `gone`: account deleted. `nobody`: buyer unknown. `foreign`: sold by another site on the same Stripe account. */
export type Owner = { kind: 'member'; userId: number } | { kind: 'gone' } | { kind: 'nobody' | 'foreign' }

/** What Stripe says about the buyer. Never the e-mail: anyone can enter any address. */
export interface Claim {
  customerId: string
  /** User ids, most trusted first. */
  userIds: number[]
  /** Host of the site that sold it, if known. */
  site: string | undefined
}

/** @param reference `client_reference_id` of the checkout session, the last resort */
export function claimOf(subscription: Stripe.Subscription, reference?: string | null): Claim {
  const { customer } = subscription
  const buyer = typeof customer === 'string' || customer.deleted ? {} : customer.metadata
  const ids = [subscription.metadata.user_id, buyer.user_id, reference]
  return {
    customerId: idOf(customer),
    userIds: ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0),
    site: subscription.metadata.site ?? buyer.site,
  }
}

/** Sales of other sites are recognised by an unknown customer and another host. */
export async function ownerOf(
  db: Db,
  { customerId, userIds, site }: Claim,
  siteHost: string,
): Promise<Owner> {
  const customer = await db
    .selectFrom('stripe_customers')
    .select('user_id')
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer && site !== siteHost) return { kind: 'foreign' }
  const candidates = [...userIds, ...(customer?.user_id ? [customer.user_id] : [])]
  const userId = await firstUser(db, candidates)
  if (userId !== undefined) return { kind: 'member', userId }
  return { kind: customer ? 'gone' : 'nobody' }
}

async function firstUser(db: Db, candidates: readonly number[]): Promise<number | undefined> {
  if (candidates.length === 0) return undefined
  const rows = await db.selectFrom('users').select('id').where('id', 'in', candidates).execute()
  return candidates.find((id) => rows.some((row) => row.id === id))
}
