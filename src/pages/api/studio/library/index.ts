import { LibraryQuery } from '#contract/studio/library.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listLibrary } from '#server/library/list/list-library.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listLibrary(context.locals.deps, parse(LibraryQuery, queryOf(context.url)))
})
