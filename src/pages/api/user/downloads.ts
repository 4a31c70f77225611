import { LicenceListQuery } from '#contract/downloads.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listLicences } from '#server/licences/licences.ts'

export const GET = endpoint(async (context) => {
  const member = await requireMember(context)
  return listLicences(context.locals.deps, member, parse(LicenceListQuery, queryOf(context.url)))
})
