import { SearchesQuery } from '#contract/studio/demand.ts'
import { csvOf } from '#server/csv-lines.ts'
import { searchRows } from '#server/demand/list-searches.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'

const COLUMNS = ['text', 'visitors', 'found_little', 'opened_a_clip', 'fitting_clips']

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  const query = parse(SearchesQuery, queryOf(context.url))
  return sendCsv(context, 'searches', csvOf(COLUMNS, searchRows(context.locals.deps, query)))
})
