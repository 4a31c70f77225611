import { PortalQuery } from '#contract/billing.ts'
import { openPortal } from '#server/billing/open-portal.ts'
import { requireMember } from '#server/http/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint.ts'

export const POST = endpoint(async (context) => {
  const { id } = await requireMember(context)
  const { locale } = parse(PortalQuery, queryOf(context.url))
  return openPortal(context.locals.deps, id, locale)
})
