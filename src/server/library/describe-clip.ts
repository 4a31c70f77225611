import { isDeepStrictEqual } from 'node:util'
import type { SheetColumns } from '#domain/studio/library/bulk-change.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { bulkClips, writeClips } from './bulk/bulk-clips.ts'
import type { Category, ClipDetails } from './clip-details.ts'
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
    const clip = (await bulkClips(trx, [id])).get(id)
    const known = await trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst()
    const named = derived || key !== given.key ? { key } : given
    const isNamed =
      known &&
      Object.entries({ ...known, ...named }).every(([column, value]) => Object(known)[column] === value)
    const { ai, ...texts } = details
    const wanted: Partial<SheetColumns> = {
      ...texts,
      category: key,
      ...(ai !== undefined && { ai: ai ? 1 : 0 }),
    }
    const columns = (Object.keys(wanted) as (keyof SheetColumns)[]).filter(
      (column) => !isDeepStrictEqual(clip?.[column], wanted[column]),
    )
    if (isNamed && columns.length === 0) return false
    const at = now()
    await putCategory(trx, category, { by: 'cli', at })
    const only = (values: Partial<SheetColumns>) =>
      Object.fromEntries(columns.map((column) => [column, values[column]]))
    await writeClips(trx, [{ id, to: only(wanted) }], at.toISOString())
    const detail = { source: id, before: only(clip ?? {}), after: only(wanted) }
    await audit(trx, { actor: 'cli', action: 'clip.edit', userId: null, detail, at })
    await invalidate(trx, clipTags(id))
    return true
  })
}
