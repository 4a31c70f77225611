import { LibraryQuery } from '#contract/studio/library.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { allIds } from '#server/library/list/list-library.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  const { after: _, ...listed } = parse(LibraryQuery, queryOf(context.url))
  return allIds(context.locals.deps, listed)
})
