import { CuratedInput, SetListQuery } from '#contract/sets.ts'
import { requireAdmin, requirePaid } from '#server/http/bearer.ts'
import { created } from '#server/http/created.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint.ts'
import { parseBody } from '#server/http/json-body.ts'
import { createCollection } from '#server/sets/create-set.ts'
import { listSets } from '#server/sets/list-sets.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listSets(context.locals.deps, 'collection', parse(SetListQuery, queryOf(context.url)))
})

export const POST = endpoint(async (context) => {
  const member = await requirePaid(context)
  const input = await parseBody(CuratedInput, context.request)
  return created(await createCollection(context.locals.deps, member, input))
})
