import { WishInput } from '#contract/studio/demand.ts'
import { addWish, listWishes } from '#server/demand/wishes.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listWishes(context.locals.deps)
})

export const POST = endpoint(async (context) => {
  const person = await requireEditor(context)
  return addWish(context.locals.deps, person, await parseBody(WishInput, context.request))
})
