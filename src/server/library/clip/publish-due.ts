import { sql } from 'kysely'
import { isAppError } from '#contract/errors.ts'
import { databaseTime } from '#server/db/database-clock.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { notePublicationFailure } from './publication-failures.ts'
import { publishComplete } from './show-clip.ts'
import { lockedClip } from './studio-clip.ts'

const BATCH = 100

/**
 * Publishes drafts when their time has come. An incomplete one waits. One that fails is tried again later and later, and
 * then no more; the others go on.
 */
export const publishDueJob: RecurringJob = {
  kind: 'library.publish-due',
  everySeconds: 20,
  async run(deps, { signal }) {
    const until = deps.now().toISOString()
    let last = { publish_at: '', id: 0 }
    let published = 0
    while (true) {
      const due = await dueAfter(deps.db, last, until)
      await eachAlone(deps, due, { what: 'scheduled clip', signal }, async ({ id }) => {
        if (await publishOne(deps, id)) published++
      })
      const end = due.at(-1)
      if (!end || due.length < BATCH) return { published }
      last = end
    }
  },
}

/** Clips that failed at this time wait until their next try. */
function dueAfter(db: Db, last: { publish_at: string; id: number }, until: string) {
  return db
    .selectFrom('library')
    .leftJoin('publish_failures as failures', (join) =>
      join
        .onRef('failures.source_id', '=', 'library.id')
        .onRef('failures.publish_at', '=', 'library.publish_at'),
    )
    .select(['library.id', 'library.publish_at'])
    .where('library.publish_at', '<=', until)
    .where('state', '=', 'draft')
    .where(sql<boolean>`(library.publish_at, library.id) > (${last.publish_at}, ${last.id})`)
    .where(({ or, eb }) =>
      or([eb('failures.source_id', 'is', null), eb('failures.retry_at', '<=', databaseTime(db))]),
    )
    .orderBy('library.publish_at')
    .orderBy('library.id')
    .limit(BATCH)
    .$narrowType<{ publish_at: string }>()
    .execute()
}

/** Checks again under a lock, since an editor may have changed the time. */
async function publishOne({ db, now }: Deps, id: number): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const clip = await lockedClip(trx, id)
      const { state, publish_at } = clip.row
      const at = now()
      if (state !== 'draft' || publish_at === null || publish_at > at.toISOString()) return false
      await publishComplete(trx, clip, { editor: 'schedule', at })
      return true
    })
  } catch (error) {
    if (isAppError(error) && error.code === 'clipIncomplete') return false
    // If the database is away, this fails, too, and does not count.
    await notePublicationFailure(db, id, error).catch(() => {})
    throw error
  }
}
