import { ExpiryInput, SetParams } from '#contract/sets.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { extendPromotion } from '#server/sets/promotion-expiry.ts'

export const PUT = endpoint(async (context) => {
  const admin = await requireAdmin(context)
  const { id: name } = parse(SetParams, context.params)
  const { expires_in_days: days } = await parseBody(ExpiryInput, context.request)
  return extendPromotion(context.locals.deps, admin, { name, days })
})
