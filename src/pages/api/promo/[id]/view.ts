import { SetParams } from '#contract/sets.ts'
import { endpoint, parse } from '#server/http/endpoint/endpoint.ts'
import { visitorOf } from '#server/http/endpoint/visitor.ts'
import { countSetView } from '#server/sets/count-set-view.ts'

export const POST = endpoint(async (context) => {
  const { id: name } = parse(SetParams, context.params)
  const { address } = visitorOf(context)
  await countSetView(context.locals.deps, { kind: 'promotion', name, address })
})
