import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint } from '#server/http/endpoint/endpoint.ts'
import { libraryChoices } from '#server/library/list/library-choices.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return libraryChoices(context.locals.deps)
})
