import { StripeSessionQuery } from '#contract/billing.ts'
import { AppError } from '#contract/errors.ts'
import { PLANS } from '#domain/membership/price.ts'
import { startCheckout } from '#server/billing/checkout/start-checkout.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

/** Has an effect, so HEAD is refused. */
export const getOnly = true

export const GET = endpoint(async (context) => {
  const member = await requireMember(context)
  const query = queryOf(context.url)
  if (!PLANS.some((plan) => plan === query.price)) throw new AppError('badPlan')
  const { price, referral, locale } = parse(StripeSessionQuery, query)
  return startCheckout(context.locals.deps, member, { plan: price, referral, locale })
})
