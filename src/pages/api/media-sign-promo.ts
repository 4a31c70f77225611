import { PromotionSignQuery } from '#contract/sets.ts'
import { memberOf } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { downloadFromPromotion, playFromPromotion } from '#server/sets/sign-set-clip.ts'

/** Has an effect, so HEAD is refused. */
export const getOnly = true

export const GET = endpoint(async (context) => {
  const member = await memberOf(context)
  const { promo: set, disposition, ...clip } = parse(PromotionSignQuery, queryOf(context.url))
  const { deps } = context.locals
  return disposition === 'inline'
    ? playFromPromotion(deps, { set, ...clip })
    : downloadFromPromotion(deps, member, { set, ...clip })
})
