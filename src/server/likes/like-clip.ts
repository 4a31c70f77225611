import type { Kysely } from 'kysely'
import type { LikeAnswer } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

/** Likes a clip; a second time changes nothing. @throws AppError('mediaNotFound') */
export async function likeClip(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: Person,
  clipId: number,
): Promise<LikeAnswer> {
  await assertClip(db, clipId)
  await db
    .insertInto('likes')
    .columns(['user_id', 'source_id', 'created'])
    // From the table, so that a clip that goes in this very moment is no error.
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
    .execute()
  return likesOf(db, clipId)
}

/** Takes a like back; where there is none nothing changes. @throws AppError('mediaNotFound') */
export async function unlikeClip(
  { db }: Pick<Deps, 'db'>,
  person: Person,
  clipId: number,
): Promise<LikeAnswer> {
  await assertClip(db, clipId)
  await db.deleteFrom('likes').where('user_id', '=', person.id).where('source_id', '=', clipId).execute()
  return likesOf(db, clipId)
}

async function assertClip(db: Kysely<Database>, clipId: number): Promise<void> {
  const clip = await db.selectFrom('sources').select('id').where('id', '=', clipId).executeTakeFirst()
  if (!clip) throw new AppError('mediaNotFound')
}

async function likesOf(db: Kysely<Database>, clipId: number): Promise<LikeAnswer> {
  const { likes } = await db
    .selectFrom('likes')
    .select((sql) => sql.fn.countAll<number | string>().as('likes'))
    .where('source_id', '=', clipId)
    .executeTakeFirstOrThrow()
  return { status: 'OK', likes: Number(likes) }
}
