import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'

/** Fewer clips are indexed sooner than a thread has started. */
export const WORTH_A_THREAD = 20_000

export async function countClips(db: Kysely<Database>): Promise<number> {
  const { clips } = await db
    .selectFrom('sources')
    .select(({ fn }) => fn.countAll<number>().as('clips'))
    .executeTakeFirstOrThrow()
  return clips
}
