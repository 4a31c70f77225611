import { type RawBuilder, sql } from 'kysely'
import type { BulkClip, BulkColumns } from '#domain/studio/bulk-change.ts'
import { engineOf } from '#server/db/engine.ts'
import { jsonRows, oneOf } from '#server/db/one-of.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import { queueSheetsWith } from '#server/sets/sheet/queue-sheet.ts'

export interface StoredClip extends BulkClip {
  version: number
}

/** New values of a clip; all clips of one change have the same columns. */
export interface ClipChange {
  id: number
  to: Partial<BulkColumns>
}

/** Clips by id; in a transaction that changes them they are locked. */
export async function bulkClips(
  db: Db,
  ids: readonly number[],
  { lock = false } = {},
): Promise<Map<number, StoredClip>> {
  const query = db
    .selectFrom('library')
    .select(['id', 'version', 'title', 'title_ja', 'state', 'publish_at', 'created', 'popularity'])
    .select(['keywords', 'keywords_ja', 'category', 'license_type', 'license', 'user_name', 'ai'])
    .where(oneOf(db, 'id', ids))
    .orderBy('id')
  const locked = lock && engineOf(db) === 'postgres' ? query.forUpdate() : query
  const rows = await locked.execute()
  return new Map(
    rows.map(({ id, keywords, keywords_ja, ...row }) => [
      id,
      { ...row, keywords: JSON.parse(keywords), keywords_ja: JSON.parse(keywords_ja) },
    ]),
  )
}

/** Columns that search reads. */
const SEARCHED = ['state', 'keywords', 'keywords_ja', 'category', 'license_type', 'user_name'] as const

/** Writes changes of clips with all that hangs on them, but for invalidations. */
export async function writeClips(trx: Trx, changes: readonly ClipChange[], at: string): Promise<void> {
  const [first] = changes
  if (!first) return
  const ids = changes.map(({ id }) => id)
  const write = () => writeRows(trx, changes, at)
  if (SEARCHED.some((column) => column in first.to)) await reindexAround(trx, ids, write)
  else await write()
  if ('state' in first.to) await queueSheetsWith(trx, ...ids)
}

const NUMBERS: Partial<Record<keyof BulkColumns, string>> = { ai: 'bigint', popularity: 'double precision' }

/** One statement for all, since each would be a round trip. */
async function writeRows(trx: Trx, changes: readonly ClipChange[], at: string): Promise<void> {
  const columns = Object.keys(changes[0]!.to) as (keyof BulkColumns)[]
  const rows = changes.map(({ id, to }) => [id, ...columns.map((column) => columnText(to[column]))])
  const value = (column: keyof BulkColumns, place: number): RawBuilder<unknown> => {
    const text = sql`v.value ->> ${sql.lit(place + 1)}`
    const type = NUMBERS[column]
    return type ? sql`cast(${text} as ${sql.raw(type)})` : text
  }
  const set = columns.map((column, place) => sql`${sql.id(column)} = ${value(column, place)}`)
  await sql`
    update library set ${sql.join(set)}, version = version + 1, updated = ${at}
    from ${jsonRows(trx, rows)} where library.id = cast(v.value ->> 0 as bigint)`.execute(trx)
  const repeated = columns.filter((column) => column === 'category' || column === 'license')
  for (const column of repeated)
    await sql`
      update medias set ${sql.id(column)} = ${value(column, columns.indexOf(column))}
      from ${jsonRows(trx, rows)} where medias.source_id = cast(v.value ->> 0 as bigint)`.execute(trx)
}

const columnText = (value: unknown) => (Array.isArray(value) ? JSON.stringify(value) : value)
