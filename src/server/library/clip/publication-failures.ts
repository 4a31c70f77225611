import { databaseTime } from '#server/db/database-clock.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import { errorText } from '#server/jobs/error-text.ts'
import { retrySeconds } from '#server/jobs/run-taken.ts'

/** Over two hours. */
const MOST_TRIES = 10
const LONGEST_RETRY_SECONDS = 60 * 60

/** Notes that a clip could not be published at its time: it is tried again later and later, and then no more. */
export async function notePublicationFailure(db: Db, id: number, error: unknown): Promise<void> {
  const clip = await db.selectFrom('library').select('publish_at').where('id', '=', id).executeTakeFirst()
  if (!clip?.publish_at) return
  const { publish_at } = clip
  const before = await db
    .selectFrom('publish_failures')
    .select('tries')
    .where('source_id', '=', id)
    .where('publish_at', '=', publish_at)
    .executeTakeFirst()
  const tries = (before?.tries ?? 0) + 1
  const wait = retrySeconds(tries, LONGEST_RETRY_SECONDS)
  const failure = {
    ...{ publish_at, tries, error: errorText(error) },
    retry_at: tries < MOST_TRIES ? databaseTime(db, -wait) : null,
  }
  await db
    .insertInto('publish_failures')
    .values({ source_id: id, ...failure })
    .onConflict((conflict) => conflict.column('source_id').doUpdateSet(failure))
    .execute()
}

/** Why these clips' publication was given up, by id. */
export async function publicationsGivenUp(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('publish_failures as failures')
    .innerJoin('library', (join) =>
      join
        .onRef('library.id', '=', 'failures.source_id')
        .onRef('library.publish_at', '=', 'failures.publish_at'),
    )
    .select(['source_id', 'error'])
    .where(oneOf(db, 'source_id', ids))
    .where('retry_at', 'is', null)
    .execute()
  return new Map(rows.map(({ source_id, error }) => [source_id, error]))
}
