import { ClipFiguresQuery } from '#contract/studio/demand.ts'
import { csvOf } from '#server/csv-lines.ts'
import { clipRows } from '#server/demand/list-clip-figures.ts'
import { requireEditor } from '#server/http/endpoint/bearer.ts'
import { endpoint, parse, queryOf } from '#server/http/endpoint/endpoint.ts'
import { sendCsv } from '#server/http/endpoint/send-csv.ts'

const COLUMNS = ['id', 'title', 'title_ja', 'views', 'previews', 'likes', 'downloads']

export const GET = endpoint(async (context) => {
  await requireEditor(context)
  const query = parse(ClipFiguresQuery, queryOf(context.url))
  return sendCsv(context, 'clips', csvOf(COLUMNS, clipRows(context.locals.deps, query)))
})
