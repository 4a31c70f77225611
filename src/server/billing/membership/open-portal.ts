import { AppError } from '#contract/errors.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { mailLocale } from '#server/accounts/find-account.ts'
import { customerOf } from '#server/billing/checkout/customers.ts'
import { ownObject } from '#server/billing/own-objects.ts'
import { paymentsOf } from '#server/billing/payments.ts'
import { forVisitor } from '#server/billing/stripe-failure.ts'
import type { BillingDeps } from '#server/deps.ts'

/** A short-lived link. @throws AppError('notFound') for people without a customer, 'paymentsOff', 'paymentFailed' */
export async function openPortal(deps: BillingDeps, userId: number, page?: Locale): Promise<{ url: string }> {
  const payments = paymentsOf(deps)
  const customer = await customerOf(deps.db, userId)
  if (!customer) throw new AppError('notFound', 'no customer at Stripe')
  const locale = page ?? (await mailLocale(deps, userId))
  const return_url = new URL(localePath(locale, '/account'), deps.site.url).href
  const own = await ownObject(deps.db, 'portal', payments)
  const session = { customer, return_url, locale, ...(own && { configuration: own.stripe_id }) }
  const { url } = await forVisitor(payments.breaker, async () =>
    (await payments.stripe()).billingPortal.sessions.create(session),
  )
  return { url }
}
