import { type RawBuilder, sql } from 'kysely'
import type { ClipFields } from '#contract/studio/clips/clip.ts'
import type { BulkColumns } from '#domain/studio/library/bulk-change.ts'
import { engineOf } from '#server/db/engine.ts'
import { jsonRows, oneOf } from '#server/db/one-of.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { announceAround } from '#server/hooks/announce.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import type { SearchedClip } from '#server/search/index/searched-clips.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'

export interface StoredClip extends BulkColumns {
  id: number
  version: number
  original_filename: string
}

/** The columns of a clip that are written, those of its media too. */
type WrittenColumns = BulkColumns &
  Pick<ClipFields, 'poster_at' | 'preview_at' | 'crop_x' | 'crop_y' | 'source_url_image'>

/** New values of a clip. */
interface ClipChange {
  id: number
  to: Partial<WrittenColumns>
}

/** Clips by id; locked in a transaction that changes them. */
export async function bulkClips(
  db: Db,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Map<number, StoredClip>> {
  const query = db
    .selectFrom('library')
    .innerJoin('medias', 'medias.source_id', 'library.id')
    .select(['library.id', 'version', 'title', 'title_ja', 'description', 'description_ja'])
    .select(['state', 'trashed_at', 'trashed_from'])
    .select(['publish_at', 'library.created', 'popularity', 'keywords', 'keywords_ja', 'tags'])
    .select(['library.category', 'license_type', 'library.license', 'user_name', 'ai', 'source'])
    .select(['source_url', 'date_created', 'still_license', 'still_license_url'])
    .select(['modifier_model', 'modifier_company', 'modifier_date', 'original_filename'])
    .where(oneOf(db, 'library.id', ids))
    .orderBy('library.id')
  const locked = lock && engineOf(db) === 'postgres' ? query.forUpdate('library') : query
  const rows = await locked.execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        keywords: JSON.parse(row.keywords),
        keywords_ja: JSON.parse(row.keywords_ja),
        tags: JSON.parse(row.tags),
      },
    ]),
  )
}

type Column = keyof WrittenColumns

/** Columns that search reads. */
const SEARCHED = Object.keys({
  ...{ title: 1, title_ja: 1, description: 1, description_ja: 1, keywords: 1, keywords_ja: 1 },
  ...{ state: 1, category: 1, license_type: 1, user_name: 1, ai: 1 },
} satisfies Record<Extract<Column, keyof SearchedClip> | 'state', 1>)

const OF_MEDIA_ONLY: readonly Column[] = [
  ...(['modifier_model', 'modifier_company', 'modifier_date', 'still_license'] as const),
  ...(['still_license_url', 'poster_at', 'preview_at', 'crop_x', 'crop_y'] as const),
]
/** Columns of the media; the clip repeats the first two. */
const OF_MEDIA: readonly Column[] = ['category', 'license', ...OF_MEDIA_ONLY]

/** Writes changes of clips with everything that depends on them, except invalidations. */
export async function writeClips(trx: Trx, changes: readonly ClipChange[], at: string): Promise<void> {
  const alike = Map.groupBy(changes, ({ to }) => Object.keys(to).toSorted().join())
  const write = async () => {
    for (const group of alike.values()) await writeRows(trx, group, at)
  }
  const having = (columns: readonly string[]) =>
    changes.filter(({ to }) => columns.some((column) => column in to)).map(({ id }) => id)
  const [searched, moved] = [having(SEARCHED), having(['state'])]
  await announceAround(trx, moved, () =>
    searched.length > 0 ? reindexAround(trx, searched, write) : write(),
  )
  await queueSheetsWith(trx, ...moved)
}

const NUMBERS: Partial<Record<Column, string>> = {
  ...{ ai: 'bigint', popularity: 'double precision' },
  ...{ poster_at: 'double precision', preview_at: 'double precision' },
  ...{ crop_x: 'double precision', crop_y: 'double precision' },
}

/** For clips with the same columns: one statement for all saves round trips. */
async function writeRows(trx: Trx, changes: readonly ClipChange[], at: string): Promise<void> {
  const columns = Object.keys(changes[0]!.to) as Column[]
  const rows = changes.map(({ id, to }) => [id, ...columns.map((column) => columnText(to[column]))])
  const value = (column: Column): RawBuilder<unknown> => {
    const text = sql`v.value ->> ${sql.lit(columns.indexOf(column) + 1)}`
    const type = NUMBERS[column]
    return type ? sql`cast(${text} as ${sql.raw(type)})` : text
  }
  const own = columns.filter((column) => !OF_MEDIA_ONLY.includes(column))
  const set = own.map((column) => sql`${sql.id(column)} = ${value(column)}`)
  await sql`
    update library set ${sql.join([...set, sql`version = version + 1`, sql`updated = ${at}`])}
    from ${jsonRows(trx, rows)} where library.id = cast(v.value ->> 0 as bigint)`.execute(trx)
  for (const column of columns.filter((each) => OF_MEDIA.includes(each)))
    await sql`
      update medias set ${sql.id(column)} = ${value(column)}
      from ${jsonRows(trx, rows)} where medias.source_id = cast(v.value ->> 0 as bigint)`.execute(trx)
}

const columnText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value)
