import { type CsvValue, csvOf } from '#server/csv-lines.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Deps } from '#server/deps.ts'
import { inParts } from '#server/search/index/write-index.ts'
import { ROWS_AT_ONCE } from './plan-import.ts'

/** Without it Excel assumes the country's encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Our own columns, as an import reads them; `state` is only for people. */
const COLUMNS = [
  ...['id', 'file', 'state', 'title_en', 'title_ja', 'description_en', 'description_ja', 'keywords_en'],
  ...['keywords_ja', 'category', 'license', 'license_type', 'user_name', 'source', 'source_url'],
  ...['date_created', 'tags', 'modifier_model', 'modifier_company', 'ai'],
]

/** A sheet of clips in the order of the ids, streamed; unknown ids are left out. */
export async function* exportSheet({ db }: Pick<Deps, 'db'>, ids: readonly number[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csvOf(COLUMNS, pagesOf(db, ids))
}

async function* pagesOf(db: Deps['db'], ids: readonly number[]): AsyncGenerator<CsvValue[][]> {
  for (const part of inParts(ids, ROWS_AT_ONCE)) {
    const rows = await clips(db, part)
    const byId = new Map(rows.map((row) => [row.id, row]))
    yield part.flatMap((id) => {
      const row = byId.get(id)
      return row ? [cellsOf(row)] : []
    })
  }
}

function clips(db: Deps['db'], ids: readonly number[]) {
  return db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select([
      'library.id',
      'original_filename',
      'state',
      'title',
      'title_ja',
      'description',
      'description_ja',
    ])
    .select(['keywords', 'keywords_ja', 'library.category', 'library.license', 'license_type', 'user_name'])
    .select(['source', 'source_url', 'date_created', 'tags', 'modifier_model', 'modifier_company', 'ai'])
    .where(oneOf(db, 'library.id', ids))
    .execute()
}

type ClipRow = Awaited<ReturnType<typeof clips>>[number]

function cellsOf(row: ClipRow): CsvValue[] {
  return [
    ...[row.id, row.original_filename, row.state, row.title, row.title_ja, row.description],
    ...[row.description_ja, listOf(row.keywords), listOf(row.keywords_ja), row.category, row.license],
    ...[row.license_type, row.user_name, row.source, row.source_url, row.date_created, listOf(row.tags)],
    ...[row.modifier_model, row.modifier_company, row.ai === null ? '' : row.ai === 1 ? 'yes' : 'no'],
  ]
}

const listOf = (json: string) => (JSON.parse(json) as string[]).join('; ')
