import { CollectionSignQuery } from '#contract/sets.ts'
import { memberOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { downloadFromCollection, playFromCollection } from '#server/sets/sign-set-clip.ts'

/** Has an effect, so HEAD is refused. */
export const getOnly = true

export const GET = endpoint(async (context) => {
  const member = await memberOf(context)
  const { curated: set, disposition, ...clip } = parse(CollectionSignQuery, queryOf(context.url))
  const sign = disposition === 'inline' ? playFromCollection : downloadFromCollection
  return sign(context.locals.deps, member, { set, ...clip })
})
