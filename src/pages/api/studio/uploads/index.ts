import { UploadsQuery } from '#contract/studio/uploads.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { listUploads } from '#server/uploads/upload-lines.ts'

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  return listUploads(context.locals.deps.db, parse(UploadsQuery, queryOf(context.url)))
})
