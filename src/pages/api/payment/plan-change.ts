import { PlanChangeInput, PlanChangeQuery } from '#contract/billing.ts'
import { changePlan, previewPlanChange } from '#server/billing/membership/plan-change.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { price } = parse(PlanChangeQuery, queryOf(context.url))
  return previewPlanChange(context.locals.deps, id, price)
})

export const PUT = endpoint(async (context) => {
  const { id } = await requireMember(context)
  return changePlan(context.locals.deps, id, await parseBody(PlanChangeInput, context.request))
})
