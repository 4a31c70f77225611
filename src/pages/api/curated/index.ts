import { CollectionInput, SetListQuery } from '#contract/sets.ts'
import { requireAdmin, requirePaid } from '#server/http/endpoint/bearer.ts'
import { created, endpoint, parse, parseBody, queryOf } from '#server/http/endpoint/endpoint.ts'
import { createCollection } from '#server/sets/create-set.ts'
import { listSets } from '#server/sets/list-sets.ts'

export const GET = endpoint(async (context) => {
  await requireAdmin(context)
  return listSets(context.locals.deps, {
    kind: 'collection',
    ...parse(SetListQuery, queryOf(context.url)),
  })
})

export const POST = endpoint(async (context) => {
  const member = await requirePaid(context)
  const input = await parseBody(CollectionInput, context.request)
  return created(await createCollection(context.locals.deps, member, input))
})
