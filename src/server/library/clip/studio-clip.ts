import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ClipVersion, StudioClip } from '#contract/studio/clip.ts'
import { viewMedia } from '#server/clips/source-view.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { countLikes } from '#server/likes/like-clip.ts'
import { fieldsOf, findLibraryClip, isRendered, type LibraryClip } from './library-clip.ts'
import { publicationsGivenUp } from './publication-failures.ts'
import { tileKey } from './queue-tile.ts'

/** A clip with everything that editors see. @throws AppError('mediaNotFound') */
export async function studioClip(deps: Pick<Deps, 'db'>, id: number): Promise<StudioClip> {
  const { db } = deps
  const clip = await findLibraryClip(db, id)
  if (!clip?.media) throw new AppError('mediaNotFound')
  const { version, state, created, added, updated } = clip.row
  return {
    ...fieldsOf(clip),
    ...{ id, version, state, created, added, updated },
    media: viewMedia(clip.media),
    rendered: isRendered(clip),
    rendering: await isRendering(db, id),
    publish_failed: (await publicationsGivenUp(db, [id])).get(id) ?? null,
    likes: await countLikes(deps, id),
    downloads: await countDownloads(db, id),
    sets: await setsWith(db, id),
    categories: await allCategories(db),
    previous_draft: await draftBeside(db, clip, 'before'),
    next_draft: await draftBeside(db, clip, 'after'),
  }
}

/** @throws AppError('mediaNotFound') */
export async function clipVersion({ db }: Pick<Deps, 'db'>, id: number): Promise<ClipVersion> {
  const row = await db
    .selectFrom('library')
    .select(['version', 'state'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('mediaNotFound')
  return row
}

async function isRendering(db: Db, id: number): Promise<boolean> {
  const job = db.selectFrom('jobs').select('id').where('unique_key', '=', tileKey(id))
  return (await job.where('finished_at', 'is', null).executeTakeFirst()) !== undefined
}

const MOST_COUNTED = 10_000

async function countDownloads(db: Db, id: number): Promise<number> {
  const some = db.selectFrom('downloads').select('id').where('source_id', '=', id).limit(MOST_COUNTED)
  const { rows } = await db
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

const MOST_SETS = 50

/** The latest first. */
async function setsWith(db: Db, id: number): Promise<StudioClip['sets']> {
  const promotions = await db
    .selectFrom('promotion_sources')
    .innerJoin('promotions', 'promotions.id', 'promotion_sources.promotion_id')
    .select(['promotions.slug', 'promotions.name'])
    .where('promotion_sources.source_id', '=', id)
    .orderBy('promotions.id', 'desc')
    .limit(MOST_SETS)
    .execute()
  const collections = await db
    .selectFrom('collection_sources')
    .innerJoin('collections', 'collections.id', 'collection_sources.collection_id')
    .select(['collections.slug', 'collections.name'])
    .where('collection_sources.source_id', '=', id)
    .orderBy('collections.id', 'desc')
    .limit(MOST_SETS)
    .execute()
  return [
    ...promotions.map(({ slug, name }) => ({ kind: 'promotion' as const, id: slug, name })),
    ...collections.map(({ slug, name }) => ({ kind: 'collection' as const, id: slug, name })),
  ]
}

function allCategories(db: Db): Promise<StudioClip['categories']> {
  return db
    .selectFrom('categories')
    .select(['key', 'label', 'label_ja'])
    .orderBy('position')
    .orderBy('key')
    .execute()
}

/** Drafts in the order of the library, the latest first. */
async function draftBeside(
  db: Db,
  { row: { added, id } }: LibraryClip,
  side: 'before' | 'after',
): Promise<number | null> {
  const [than, order] = side === 'before' ? ([sql`>`, 'asc'] as const) : ([sql`<`, 'desc'] as const)
  const draft = await db
    .selectFrom('library')
    .select('id')
    .where('state', '=', 'draft')
    .where(sql<boolean>`(added, id) ${than} (${added}, ${id})`)
    .orderBy('added', order)
    .orderBy('id', order)
    .limit(1)
    .executeTakeFirst()
  return draft?.id ?? null
}
