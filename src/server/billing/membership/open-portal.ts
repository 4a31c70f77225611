import { AppError } from '#contract/errors.ts'
import { type Locale, localePath } from '#domain/address/locale-path.ts'
import { customerOf } from '#server/billing/checkout/customers.ts'
import { forVisitor } from '#server/billing/for-visitor.ts'
import { mailLocale } from '#server/billing/mail/mail-locale.ts'
import { type BillingDeps, paymentsOf } from '#server/billing/payments.ts'

/**
 * A link to Stripe's page of cards and invoices, for one person and a short time.
 * @param page its language, and that of the account page to which one comes back; else that of the mails
 * @throws AppError('notFound') for who has never come to pay, 'paymentsOff', 'paymentFailed'
 */
export async function openPortal(deps: BillingDeps, userId: number, page?: Locale): Promise<{ url: string }> {
  const payments = paymentsOf(deps)
  const customer = await customerOf(deps.db, userId)
  if (!customer) throw new AppError('notFound', 'nothing has been paid')
  const locale = page ?? (await mailLocale(deps, userId))
  const return_url = new URL(localePath(locale, '/account'), deps.site.url).href
  const { url } = await forVisitor(async () =>
    (await payments.stripe()).billingPortal.sessions.create({ customer, return_url, locale }),
  )
  return { url }
}
