import { AppError } from '#contract/errors.ts'
import { customerOf } from './customers.ts'
import { forVisitor } from './for-visitor.ts'
import { type BillingDeps, paymentsOf } from './payments.ts'

/**
 * A link to Stripe's page of cards and invoices, for one person and a short time.
 * @throws AppError('notFound') for who has never come to pay, 'paymentsOff', 'paymentFailed'
 */
export async function openPortal(deps: BillingDeps, userId: number): Promise<{ url: string }> {
  const payments = paymentsOf(deps)
  const customer = await customerOf(deps.db, userId)
  if (!customer) throw new AppError('notFound', 'nothing has been paid')
  const { locale } = await deps.db
    .selectFrom('users')
    .select('locale')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const return_url = new URL('/account', deps.site.url).href
  const { url } = await forVisitor(async () =>
    (await payments.stripe()).billingPortal.sessions.create({ customer, return_url, locale }),
  )
  return { url }
}
