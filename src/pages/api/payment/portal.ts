import { PortalQuery } from '#contract/billing.ts'
import { openPortal } from '#server/billing/membership/open-portal.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { locale } = parse(PortalQuery, queryOf(context.url))
  return openPortal(context.locals.deps, id, locale)
})
