import { isDeepStrictEqual } from 'node:util'
import type { SheetColumns } from '#domain/studio/library/bulk-change.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { bulkClips, writeClips } from './bulk/bulk-clips.ts'
import type { Category, ClipDetails } from './clip-details.ts'
import { clipTags, putCategory, successorOf } from './publish-clip.ts'

/**
 * Updates a clip in any state by what the command line's sheet says, and returns true; writes nothing and returns false
 * if nothing differs.
 */
export async function describeClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  id: number,
  { details, category }: { details: Partial<ClipDetails>; category: Category | undefined },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const clip = (await bulkClips(trx, [id])).get(id)
    const known = category && (await knownCategory(trx, category))
    const { ai, category: _, ...texts } = details
    const wanted: Partial<SheetColumns> = {
      ...texts,
      ...(clip && copies(clip, texts)),
      ...(known && { category: known.key }),
      ...(ai !== undefined && { ai: ai ? 1 : 0 }),
    }
    const columns = (Object.keys(wanted) as (keyof SheetColumns)[]).filter(
      (column) => !isDeepStrictEqual(clip?.[column], wanted[column]),
    )
    if ((!known || known.isNamed) && columns.length === 0) return false
    const at = now()
    if (category) await putCategory(trx, category, { by: 'cli', at })
    const only = (values: Partial<SheetColumns>) =>
      Object.fromEntries(columns.map((column) => [column, values[column]]))
    await writeClips(trx, [{ id, to: only(wanted) }], at.toISOString())
    const detail = { source: id, before: only(clip ?? {}), after: only(wanted) }
    await audit(trx, { actor: 'cli', action: 'clip.edit', userId: null, detail, at })
    await invalidate(trx, clipTags(id))
    return true
  })
}

/** The key that a category has by now, and whether it has the given labels. */
async function knownCategory(trx: Trx, { derived, ...given }: Category) {
  const key = (await successorOf(trx, given.key)) ?? given.key
  const known = await trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst()
  const named = derived || key !== given.key ? { key } : given
  const isNamed =
    known &&
    Object.entries({ ...known, ...named }).every(([column, value]) => Object(known)[column] === value)
  return { key, isNamed }
}

/** A language that took the other's text takes its new one, too. */
function copies(clip: SheetColumns, said: Partial<SheetColumns>): Partial<SheetColumns> {
  const taken = PAIRS.filter(
    ([from, to]) => said[from] !== undefined && said[to] === undefined && clip[from] === clip[to],
  )
  return Object.fromEntries(taken.map(([from, to]) => [to, said[from]]))
}

const PAIRS = [
  ['title', 'title_ja'],
  ['title_ja', 'title'],
  ['description', 'description_ja'],
  ['description_ja', 'description'],
] as const
