import { SheetExport } from '#contract/studio/sheets.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parseBody } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'
import { exportSheet } from '#server/sheets/export-sheet.ts'

export const POST = endpoint(async (context) => {
  await requireEditor(context)
  const { ids } = await parseBody(SheetExport, context.request)
  return sendCsv(context, 'library', exportSheet(context.locals.deps, ids))
})
