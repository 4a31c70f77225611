import { PromotionInput, SetListQuery } from '#contract/sets.ts'
import { requireAdmin } from '#server/http/endpoint/bearer.ts'
import { created, endpoint, parse, parseBody, queryOf } from '#server/http/endpoint/endpoint.ts'
import { createPromotion } from '#server/sets/create-set.ts'
import { listSets } from '#server/sets/list-sets.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listSets(context.locals.deps, {
    kind: 'promotion',
    ...parse(SetListQuery, queryOf(context.url)),
  })
})

export const POST = endpoint(async (context) => {
  const admin = await requireAdmin(context)
  const input = await parseBody(PromotionInput, context.request)
  return created(await createPromotion(context.locals.deps, admin, input))
})
