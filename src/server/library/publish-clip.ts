import { type Actor, audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { announce, shownClips } from '#server/hooks/announce.ts'
import { indexSource } from '#server/search/index/reindex-sources.ts'
import type { Category } from './clip-details.ts'
import { keepLookOf } from './clip-look.ts'
import { mediaRow, type NewClip, sourceRow } from './clip-rows.ts'

export interface Addition {
  /** Visitors do not see drafts. */
  state?: 'published' | 'draft' | undefined
  /** Who added it; default: the command line. */
  by?: Actor | undefined
  /** More work in the same transaction; throws if the clip is no longer wanted. */
  within?: ((trx: Trx, id: number) => Promise<void>) | undefined
}

/**
 * Adds a clip with stored files to the library: published, or as a draft. Returns its id, or undefined if the library
 * has the same original.
 */
export async function publishClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  clip: NewClip,
  category: Category,
  { state = 'published', by = 'cli', within }: Addition = {},
): Promise<number | undefined> {
  const at = now()
  const created = at.toISOString()
  return db.transaction().execute(async (trx) => {
    const key = await putCategory(trx, category, { by, at })
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
    await keepLookOf(trx, source.id, clip)
    const detail = { source: source.id, after: { title: clip.details.title, file: clip.file, state } }
    await audit(trx, { actor: by, action: 'clip.ingest', userId: null, detail, at })
    await indexSource(trx, source.id)
    await within?.(trx, source.id)
    await announce(trx, 'clip.published', await shownClips(trx, [source.id]))
    await invalidate(trx, state === 'draft' ? ['categories'] : clipTags(source.id))
    return source.id
  })
}

/** The tags of all pages that show a clip. */
export const clipTags = (id: number) => ['clips', 'categories', `clip:${id}`]

/** Adds a category or updates its labels. Returns its key: the successor's if it was moved. */
export async function putCategory(
  trx: Trx,
  { derived, ...category }: Category,
  { by, at }: { by: Actor; at: Date },
): Promise<string> {
  const { key, ...rest } = category
  const moved = await successorOf(trx, key)
  if (moved !== undefined) return moved
  const known = await trx.selectFrom('categories').selectAll().where('key', '=', key).executeTakeFirst()
  if (known && (derived || isSame(known, category))) return key
  await trx
    .insertInto('categories')
    .values(category)
    .onConflict((conflict) => {
      const same = conflict.column('key')
      return derived ? same.doNothing() : same.doUpdateSet(rest)
    })
    .execute()
  const detail = { category: key, ...(known && { before: labelsOf(known) }), after: labelsOf(category) }
  const action = known ? 'category.rename' : 'category.add'
  await audit(trx, { actor: by, action, userId: null, detail, at })
  return key
}

type Row = Omit<Category, 'derived'>

function isSame(one: Row, other: Row): boolean {
  return one.label === other.label && one.label_ja === other.label_ja && one.position === other.position
}

const labelsOf = ({ label, label_ja, position }: Row) => ({ label, label_ja, position })

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
