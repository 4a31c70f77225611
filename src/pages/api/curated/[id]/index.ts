import { SetParams } from '#contract/sets.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { getCollection } from '#server/sets/find-set.ts'

export const GET = endpoint(({ params, locals }) => getCollection(locals.deps, parse(SetParams, params).id))
