import { CreatorsQuery } from '#contract/studio/demand.ts'
import { csvOf } from '#server/csv-lines.ts'
import { creatorRows } from '#server/demand/list-creators.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'

const COLUMNS = ['month', 'user_name', 'downloads', 'clips']

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  const query = parse(CreatorsQuery, queryOf(context.url))
  return sendCsv(context, 'downloads_by_creator', csvOf(COLUMNS, creatorRows(context.locals.deps, query)))
})
