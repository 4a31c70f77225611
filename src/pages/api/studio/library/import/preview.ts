import { SheetFile } from '#contract/studio/sheets.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { planImport } from '#server/sheets/plan-import.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  const { name, bytes } = await parseBody(SheetFile, context.request)
  const { plan } = await planImport(context.locals.deps.db, Buffer.from(bytes, 'base64'), name)
  return plan
})
