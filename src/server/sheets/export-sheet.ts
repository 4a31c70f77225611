import { type CsvValue, csvOf, keptText } from '#server/csv-lines.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Deps } from '#server/deps.ts'
import { bulkClips, type StoredClip } from '#server/library/bulk/bulk-clips.ts'

/** Without it Excel assumes the country's encoding. */
const BYTE_ORDER_MARK = '\ufeff'

/** Our own columns, as an import reads them; `state` is only for people. */
const COLUMNS = [
  ...['id', 'file', 'state', 'title_en', 'title_ja', 'description_en', 'description_ja', 'keywords_en'],
  ...['keywords_ja', 'category', 'license', 'license_type', 'user_name', 'source', 'source_url'],
  ...['date_created', 'tags', 'modifier_model', 'modifier_company', 'ai'],
  ...['still_license', 'still_license_url', 'modifier_date'],
]

/** A sheet of clips in the order of the ids, streamed; unknown ids are left out. */
export async function* exportSheet({ db }: Pick<Deps, 'db'>, ids: readonly number[]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* csvOf(COLUMNS, pagesOf(db, ids))
}

async function* pagesOf(db: Deps['db'], ids: readonly number[]): AsyncGenerator<CsvValue[][]> {
  for (const part of inParts(ids, ROWS_AT_ONCE)) {
    const clips = await bulkClips(db, part)
    yield part.flatMap((id) => {
      const clip = clips.get(id)
      return clip ? [cellsOf(clip)] : []
    })
  }
}

function cellsOf(clip: StoredClip): CsvValue[] {
  const texts = [
    ...[clip.title, clip.title_ja, clip.description, clip.description_ja],
    ...[listOf(clip.keywords), listOf(clip.keywords_ja), clip.category, clip.license, clip.license_type],
    ...[clip.user_name, clip.source, clip.source_url],
  ]
  const more = [listOf(clip.tags), clip.modifier_model, clip.modifier_company]
  const ai = clip.ai === null ? '' : clip.ai === 1 ? 'yes' : 'no'
  return [
    ...[clip.id, keptText(clip.original_filename), clip.state, ...texts.map(keptText)],
    // Spreadsheets may rewrite a date, which an import reads in any way.
    ...[clip.date_created, ...more.map(keptText), ai],
    ...[clip.still_license, clip.still_license_url].map(keptText),
    clip.modifier_date,
  ]
}

const listOf = (texts: readonly string[]) => texts.join('; ')
