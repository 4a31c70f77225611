import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { reindexAround } from '#server/search/index/reindex-sources.ts'
import type { Category, ClipDetails } from './clip-details.ts'
import { detailColumns, mediaDetailColumns } from './clip-rows.ts'
import { clipTags, putCategory, successorOf } from './publish-clip.ts'

/**
 * Updates a clip in any state from the command line's sheet and returns true; writes nothing and returns false if
 * nothing differs.
 */
export async function describeClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  { details, category }: { details: ClipDetails; category: Category },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { derived, ...given } = category
    const key = (await successorOf(trx, given.key)) ?? given.key
    const source = { ...detailColumns(details), category: key }
    const media = { ...mediaDetailColumns(details), category: key }
    const before = await Promise.all([
      trx.selectFrom('library').selectAll().where('id', '=', id).executeTakeFirst(),
      trx.selectFrom('medias').selectAll().where('source_id', '=', id).executeTakeFirst(),
      trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst(),
    ])
    const named = derived || key !== given.key ? { key } : given
    if (hasValues(before[0], source) && hasValues(before[1], media) && hasValues(before[2], named))
      return false
    const at = now()
    await putCategory(trx, category, { by: 'cli', at })
    await reindexAround(trx, [id], async () => {
      await trx
        .updateTable('library')
        .set(({ eb }) => ({ ...source, version: eb('version', '+', 1), updated: at.toISOString() }))
        .where('id', '=', id)
        .execute()
      await trx.updateTable('medias').set(media).where('source_id', '=', id).execute()
    })
    const detail = { source: id, ...changeOf({ ...before[1], ...before[0] }, { ...media, ...source }) }
    await audit(trx, { actor: 'cli', action: 'clip.edit', userId: null, detail, at })
    await invalidate(trx, clipTags(id))
    return true
  })
}

function hasValues(row: object | undefined, values: object): boolean {
  const present = new Map(Object.entries(row ?? {}))
  return Object.entries(values).every(([column, value]) => present.get(column) === value)
}

const LISTS = ['tags', 'keywords', 'keywords_ja']

/** The changed columns, before and after. */
function changeOf(row: object, values: object) {
  const present = new Map(Object.entries(row))
  const changed = Object.entries(values).filter(([column, value]) => present.get(column) !== value)
  const readable = (column: string, value: unknown) =>
    LISTS.includes(column) ? JSON.parse(String(value)) : value
  return {
    before: Object.fromEntries(changed.map(([column]) => [column, readable(column, present.get(column))])),
    after: Object.fromEntries(changed.map(([column, value]) => [column, readable(column, value)])),
  }
}
