import { TesterKeysInput } from '#contract/studio/testers.ts'
import { requireAdmin, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { makeTesterKeys } from '#server/testers/tester-keys.ts'

export const POST = endpoint(async (context) => {
  const by = await requireAdmin(context)
  await requireRecentProof(context)
  const input = await parseBody(TesterKeysInput, context.request)
  await makeTesterKeys(context.locals.deps, { ...input, by })
})
