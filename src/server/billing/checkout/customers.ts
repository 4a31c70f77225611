import type { Kysely } from 'kysely'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'
import { keepCustomer } from '#server/billing/sync/store-answer.ts'
import type { Database } from '#server/db/schema.ts'

/** Somebody as Stripe is told of them. */
export interface Buyer {
  id: number
  name: string
  email: string
}

/**
 * The person's customer at Stripe, made where there is none. Linked by its id and by metadata, never by e-mail. Made by
 * two at once, one is used and the other stays empty.
 */
export async function customerFor(deps: BillingDeps, buyer: Buyer, locale: string): Promise<string> {
  const known = await customerOf(deps.db, buyer.id)
  if (known) return known
  const payments = paymentsOf(deps)
  const stripe = await payments.stripe()
  const { invoiceFooter } = payments
  const { id } = await stripe.customers.create({
    email: buyer.email,
    name: buyer.name,
    preferred_locales: [locale],
    metadata: { user_id: String(buyer.id), site: deps.site.url.host },
    ...(invoiceFooter && { invoice_settings: { footer: invoiceFooter } }),
  })
  await keepCustomer(deps.db, { id, userId: buyer.id, at: deps.now() })
  return (await customerOf(deps.db, buyer.id)) ?? id
}

/** undefined where the person has none */
export async function customerOf(db: Kysely<Database>, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Forgets whose customer it is, because Stripe has it no more: the next purchase makes a new one. */
export async function unlinkCustomer(db: Kysely<Database>, id: string): Promise<void> {
  await db.updateTable('stripe_customers').set({ user_id: null }).where('id', '=', id).execute()
}
