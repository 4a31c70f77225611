import { sql } from 'kysely'
import { AppError } from '#contract/errors.ts'
import type { ClipVersion, StudioClip } from '#contract/studio/clips/clip.ts'
import { SET_KINDS, type SetKind } from '#domain/sets/set-kind.ts'
import { allCategories } from '#server/clips/list-categories.ts'
import { viewMedia } from '#server/clips/source-view.ts'
import { countRows } from '#server/db/count-rows.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { countLikes } from '#server/likes/likes.ts'
import { membersOf, TABLES } from '#server/sets/set-kind.ts'
import { fieldsOf, findLibraryClip, isRendered, type LibraryClip } from './library-clip.ts'
import { publicationsGivenUp } from './publication-failures.ts'
import { tileKey } from './queue-tile.ts'

/** A clip with everything that editors see. @throws AppError('mediaNotFound') */
export async function studioClip(deps: Pick<Deps, 'db'>, id: number): Promise<StudioClip> {
  const { db } = deps
  const clip = await findLibraryClip(db, id)
  if (!clip?.media) throw new AppError('mediaNotFound')
  const { version, state, trashed_at, created, added, updated, folder } = clip.row
  return {
    ...fieldsOf(clip),
    ...{ id, version, state, trashed_at, created, added, updated, folder },
    media: viewMedia(clip.media),
    rendered: isRendered(clip),
    rendering: await isRendering(db, id),
    publish_failed: (await publicationsGivenUp(db, [id])).get(id) ?? null,
    likes: await countLikes(deps, id),
    downloads: await countDownloads(db, id),
    sets: await setsWith(db, id),
    categories: await allCategories(deps),
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

function countDownloads(db: Db, id: number): Promise<number> {
  const some = db.selectFrom('downloads').select('id').where('source_id', '=', id).limit(MOST_COUNTED)
  return countRows(db.selectFrom(some.as('some')))
}

const MOST_SETS = 50

/** The latest first. */
async function setsWith(db: Db, id: number): Promise<StudioClip['sets']> {
  const ofKind = async (kind: SetKind) => {
    const members = db.selectFrom(membersOf(db, kind).as('members')).select('set_id')
    const sets = db.selectFrom(TABLES[kind]).select(['slug as id', 'name'])
    const found = sets.where('id', 'in', members.where('source_id', '=', id)).orderBy('id', 'desc')
    return (await found.limit(MOST_SETS).execute()).map((set) => ({ kind, ...set }))
  }
  return (await Promise.all(SET_KINDS.map(ofKind))).flat()
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

/**
 * Locks the clip until the transaction ends. @param version that the editor has seen; undefined: any @throws
 * AppError('mediaNotFound'), 'versionConflict' with the present clip for another version
 */
export async function lockedClip(trx: Trx, id: number, version?: number): Promise<LibraryClip> {
  const lock = trx.selectFrom('library').select('id').where('id', '=', id)
  await lock.$call(lockRows(trx)).executeTakeFirst()
  const clip = await findLibraryClip(trx, id)
  if (!clip) throw new AppError('mediaNotFound')
  if (version !== undefined && clip.row.version !== version)
    throw new AppError('versionConflict', '', { fields: { clip: await studioClip({ db: trx }, id) } })
  return clip
}

/** Marks the clip as changed. */
export async function raiseVersion(trx: Trx, id: number, at: Date): Promise<void> {
  await trx
    .updateTable('library')
    .set(({ eb }) => ({ version: eb('version', '+', 1), updated: at.toISOString() }))
    .where('id', '=', id)
    .execute()
}
