import { ProofInput, ProofQuery } from '#contract/factors.ts'
import { prove } from '#server/accounts/factors/prove.ts'
import { stepsOf } from '#server/accounts/factors/session-proof.ts'
import { requireMember } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody, queryOf } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  const { sessionId } = await requireMember(context)
  const { for: wanted } = parse(ProofQuery, queryOf(context.url))
  return stepsOf(context.locals.deps, sessionId, wanted)
})

export const POST = endpoint(async (context) => {
  const member = await requireMember(context)
  await prove(context.locals.deps, member, await parseBody(ProofInput, context.request))
})
