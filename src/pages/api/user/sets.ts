import { SetListQuery } from '#contract/sets.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listOwnSets } from '#server/sets/list-sets.ts'

export const GET = endpoint(async (context) => {
  const member = await requireMember(context)
  return listOwnSets(context.locals.deps, member, parse(SetListQuery, queryOf(context.url)))
})
