import type { LikeAnswer, LikeList } from '#contract/accounts/accounts.ts'
import type { SourceList } from '#contract/clips/clips.ts'
import { AppError } from '#contract/errors.ts'
import { nextOffset } from '#domain/clips/paging.ts'
import type { Person } from '#domain/membership/membership.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import { type ListDeps, pageSizeOf } from '#server/clips/list-sources.ts'
import { viewSources } from '#server/clips/source-view.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Likes a clip; liking it again changes nothing. @throws AppError('mediaNotFound') */
export async function likeClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: Person,
  clipId: number,
): Promise<LikeAnswer> {
  await assertClip(db, clipId)
  const like = db
    .insertInto('likes')
    .columns(['user_id', 'source_id', 'created'])
    // Selected from the table, so that a clip removed at this moment is no error.
    .expression(
      db
        .selectFrom('sources')
        .select((sql) => [
          sql.cast<number>(sql.val(person.id), 'bigint').as('user_id'),
          'sources.id as source_id',
          sql.cast<string>(sql.val(now().toISOString()), 'text').as('created'),
        ])
        .where('sources.id', '=', clipId),
    )
    .onConflict((conflict) => conflict.doNothing())
  await db.transaction().execute(async (trx) => {
    await trx.executeQuery(like)
    await invalidate(trx, [`clip:${clipId}`])
  })
  return { status: 'OK', likes: await countLikes({ db }, clipId) }
}

/** Removes a like, if there is one. @throws AppError('mediaNotFound') */
export async function unlikeClip(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  clipId: number,
): Promise<LikeAnswer> {
  await assertClip(db, clipId)
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('likes').where('user_id', '=', person.id).where('source_id', '=', clipId).execute()
    await invalidate(trx, [`clip:${clipId}`])
  })
  return { status: 'OK', likes: await countLikes({ db }, clipId) }
}

async function assertClip(db: Db, clipId: number): Promise<void> {
  const clip = await db.selectFrom('sources').select('id').where('id', '=', clipId).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
}

/** How many people like a clip. */
export async function countLikes({ db }: Pick<Deps, 'db'>, clipId: number): Promise<number> {
  return countRows(db.selectFrom('likes').where('source_id', '=', clipId))
}

/** Ids of the clips that a person likes, latest like first. */
export async function listLikes({ db }: Pick<Deps, 'db'>, person: Person): Promise<LikeList> {
  const rows = await db
    .selectFrom('likes')
    .select('source_id')
    .where('user_id', '=', person.id)
    .orderBy('created', 'desc')
    .orderBy('source_id', 'desc')
    .execute()
  return { likes: rows.map((row) => row.source_id) }
}

/** A page of the clips that a person likes, latest like first. */
export async function listLikedClips(
  deps: ListDeps,
  person: Person,
  { offset }: { offset: number },
): Promise<SourceList> {
  const { db } = deps
  const liked = db
    .selectFrom('likes')
    .innerJoin('sources', 'sources.id', 'likes.source_id')
    .where('likes.user_id', '=', person.id)
  const rows = await liked
    .selectAll('sources')
    .orderBy('likes.created', 'desc')
    .orderBy('likes.source_id', 'desc')
    .limit(pageSizeOf(deps))
    .offset(offset)
    .execute()
  const total = await countRows(liked)
  const next_offset = nextOffset({ offset, count: rows.length, total })
  return { sources: await viewSources(db, rows), offset, next_offset, total }
}
