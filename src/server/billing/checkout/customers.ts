import { paymentsOf } from '#server/billing/payments.ts'
import { storeCustomer } from '#server/billing/sync/store-answer.ts'
import type { Db } from '#server/db/schema.ts'
import type { BillingDeps } from '#server/deps.ts'

/** What Stripe is told about a person. */
export interface Buyer {
  id: number
  name: string
  email: string
}

/** The person's customer at Stripe, created if there is none. Linked by id and metadata, never by e-mail. */
export async function customerFor(deps: BillingDeps, buyer: Buyer, locale: string): Promise<string> {
  const known = await customerOf(deps.db, buyer.id)
  if (known) return known
  const payments = paymentsOf(deps)
  const stripe = await payments.stripe()
  const { invoiceFooter } = deps.site.shop.seller
  const { id } = await stripe.customers.create({
    email: buyer.email,
    name: buyer.name,
    preferred_locales: [locale],
    metadata: { user_id: String(buyer.id), site: deps.site.url.host },
    ...(invoiceFooter && { invoice_settings: { footer: invoiceFooter } }),
  })
  await storeCustomer(deps.db, { id, userId: buyer.id, at: deps.now() })
  return (await customerOf(deps.db, buyer.id)) ?? id
}

export async function customerOf(db: Db, userId: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('stripe_customers')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row?.id
}

/** Unlinks a customer that Stripe has deleted; the next purchase creates a new one. */
export async function unlinkCustomer(db: Db, id: string): Promise<void> {
  await db.updateTable('stripe_customers').set({ user_id: null }).where('id', '=', id).execute()
}
