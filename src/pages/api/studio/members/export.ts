import { MemberFilter } from '#contract/studio/members.ts'
import { requireAdmin, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'
import { exportMembers } from '#server/members/export-members.ts'

export const POST = endpoint(async (context) => {
  const admin = await requireAdmin(context)
  await requireRecentProof(context)
  const filter = await parseBody(MemberFilter, context.request)
  return sendCsv(context, 'members', await exportMembers(context.locals.deps, admin, filter))
})
