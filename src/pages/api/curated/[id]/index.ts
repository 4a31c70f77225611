import { CollectionChange, SetParams } from '#contract/sets.ts'
import { requireMember, requirePaid } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'
import { changeSet } from '#server/sets/change-set.ts'
import { deleteSet } from '#server/sets/delete-set.ts'
import { getCollection } from '#server/sets/find-set.ts'

export const GET = endpoint(({ params, locals }) => getCollection(locals.deps, parse(SetParams, params).id))

export const PUT = endpoint(async (context) => {
  const by = await requirePaid(context)
  const { id: set } = parse(SetParams, context.params)
  const { curated_name: name, ...change } = await parseBody(CollectionChange, context.request)
  return changeSet(context.locals.deps, 'collection', { set, by, change: { name, ...change } })
})

export const DELETE = endpoint(async (context) => {
  const by = await requireMember(context)
  await deleteSet(context.locals.deps, 'collection', { set: parse(SetParams, context.params).id, by })
})
