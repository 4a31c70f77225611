import { LibraryFilterQuery } from '#contract/studio/library.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { countLibrary } from '#server/library/list/count-library.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return countLibrary(context.locals.deps, parse(LibraryFilterQuery, queryOf(context.url)))
})
