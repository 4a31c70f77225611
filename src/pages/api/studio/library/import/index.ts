import { SheetImport } from '#contract/studio/sheets.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { importSheet } from '#server/sheets/start-import.ts'

export const POST = endpoint(async (context) => {
  const editor = await requireEditor(context)
  return importSheet(context.locals.deps, editor, await parseBody(SheetImport, context.request))
})
