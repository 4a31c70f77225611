import { SetParams } from '#contract/sets.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { getPromotion } from '#server/sets/find-set.ts'
import { endPromotion } from '#server/sets/promotion-expiry.ts'

export const GET = endpoint(({ params, locals }) => getPromotion(locals.deps, parse(SetParams, params).id))

export const DELETE = endpoint(async (context) => {
  const admin = await requireAdmin(context)
  await endPromotion(context.locals.deps, admin, parse(SetParams, context.params).id)
})
