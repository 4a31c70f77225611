import { WishChange, WishParams } from '#contract/studio/demand.ts'
import { changeWish, removeWish } from '#server/demand/wishes.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, parseBody } from '#server/http/endpoint/endpoint.ts'

export const PUT = endpoint(async (context) => {
  const person = await requireEditor(context)
  const { id } = parse(WishParams, context.params)
  return changeWish(context.locals.deps, person, { id, ...(await parseBody(WishChange, context.request)) })
})

export const DELETE = endpoint(async (context) => {
  const person = await requireEditor(context)
  return removeWish(context.locals.deps, person, parse(WishParams, context.params).id)
})
