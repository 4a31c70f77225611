import { EndQuery, PromotionChange, SetParams } from '#contract/sets.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody, queryOf } from '#server/http/endpoint/endpoint.ts'
import { changeSet } from '#server/sets/change-set.ts'
import { deleteSet } from '#server/sets/delete-set.ts'
import { getPromotion } from '#server/sets/find-set.ts'
import { endPromotion } from '#server/sets/promotion-expiry.ts'

export const GET = endpoint(({ params, locals }) => getPromotion(locals.deps, parse(SetParams, params).id))

export const PUT = endpoint(async (context) => {
  const by = await requireAdmin(context)
  const { id: set } = parse(SetParams, context.params)
  const { promo_name: name, ...change } = await parseBody(PromotionChange, context.request)
  return changeSet(context.locals.deps, 'promotion', { set, by, change: { name, ...change } })
})

export const DELETE = endpoint(async (context) => {
  const by = await requireAdmin(context)
  const { id: set } = parse(SetParams, context.params)
  const { figures } = parse(EndQuery, queryOf(context.url))
  if (figures === 'delete') return deleteSet(context.locals.deps, 'promotion', { set, by })
  return endPromotion(context.locals.deps, by, set)
})
