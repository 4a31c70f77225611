import { SetSourceParams } from '#contract/sets.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { removeFromSet } from '#server/sets/remove-from-set.ts'

export const DELETE = endpoint(async (context) => {
  const by = await requireMember(context)
  const { id: set, sourceId: source } = parse(SetSourceParams, context.params)
  await removeFromSet(context.locals.deps, 'collection', { set, source, by })
})
