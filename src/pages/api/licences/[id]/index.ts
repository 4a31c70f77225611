import { LicenceParams } from '#contract/downloads.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { getLicence } from '#server/licences/licences.ts'

export const GET = endpoint(async (context) => {
  const member = await requireMember(context)
  return getLicence(context.locals.deps, member, parse(LicenceParams, context.params).id)
})
