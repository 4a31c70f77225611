import { AppError } from '#contract/errors.ts'
import { TesterKeyPath } from '#contract/studio/testers.ts'
import { requireAdmin, requireRecentProof } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { revokeTesterKey } from '#server/testers/tester-keys.ts'

export const DELETE = endpoint(async (context) => {
  const by = await requireAdmin(context)
  await requireRecentProof(context)
  const { id } = parse(TesterKeyPath, context.params)
  if (!(await revokeTesterKey(context.locals.deps, id, by))) throw new AppError('notFound')
})
