import { invalidate } from '#server/cache-invalidation.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { indexSource } from '#server/search/index/index-source.ts'
import type { Category } from './clip-details.ts'
import { mediaRow, type NewClip, sourceRow } from './clip-rows.ts'

/**
 * Adds a clip, whose files are stored already, to the library: published, or as a draft that no visitor sees. Returns its
 * id, or undefined if the same original is in the library.
 */
export async function publishClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  clip: NewClip,
  category: Category,
  state: 'published' | 'draft' = 'published',
): Promise<number | undefined> {
  const created = now().toISOString()
  return db.transaction().execute(async (trx) => {
    const key = await putCategory(trx, category)
    const source = await trx
      .insertInto('library')
      .values({ ...sourceRow(clip, created), category: key, state })
      .onConflict((conflict) => conflict.column('content_hash').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!source) return undefined
    await trx
      .insertInto('medias')
      .values({ ...mediaRow(clip, source.id, created), category: key })
      .execute()
    await indexSource(trx, source.id)
    await invalidate(trx, state === 'draft' ? ['categories'] : clipTags(source.id))
    return source.id
  })
}

/** The tags of all that shows a clip. */
export const clipTags = (id: number) => ['clips', 'categories', `clip:${id}`]

/** Adds a category or updates its labels. Returns its key: that of its successor where it was moved. */
export async function putCategory(trx: Trx, { derived, ...category }: Category): Promise<string> {
  const { key, ...rest } = category
  const moved = await successorOf(trx, key)
  if (moved !== undefined) return moved
  await trx
    .insertInto('categories')
    .values(category)
    .onConflict((conflict) => {
      const known = conflict.column('key')
      return derived ? known.doNothing() : known.doUpdateSet(rest)
    })
    .execute()
  return key
}

/** The key of the category that a former key leads to; undefined for any other. */
export async function successorOf(db: Db, key: string): Promise<string | undefined> {
  const query = db.selectFrom('category_moves').select('moved_to').where('key', '=', key)
  return (await query.executeTakeFirst())?.moved_to
}

/** The clip made from an original, by the original's hash; undefined if there is none. */
export async function idOfOriginal(db: Db, contentHash: string): Promise<number | undefined> {
  const query = db.selectFrom('library').select('id').where('content_hash', '=', contentHash)
  return (await query.executeTakeFirst())?.id
}
