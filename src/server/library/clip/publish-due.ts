import { sql } from 'kysely'
import { isAppError } from '#contract/errors.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { lockedClip } from './locked-clip.ts'
import { publishComplete } from './show-clip.ts'

const BATCH = 100

/** Publishes drafts when their time has come. An incomplete one waits. */
export const publishDueJob: RecurringJob = {
  kind: 'library.publish-due',
  everySeconds: 20,
  async run(deps, { signal }) {
    const until = deps.now().toISOString()
    let last = { publish_at: '', id: 0 }
    let published = 0
    while (true) {
      const due = await dueAfter(deps.db, last, until)
      for (const { id } of due) {
        signal.throwIfAborted()
        if (await publishOne(deps, id)) published++
      }
      const end = due.at(-1)
      if (published > 0) deps.events.emit('jobQueued')
      if (!end || due.length < BATCH) return { published }
      last = end
    }
  },
}

function dueAfter(db: Db, last: { publish_at: string; id: number }, until: string) {
  return db
    .selectFrom('library')
    .select(['id', 'publish_at'])
    .where('publish_at', 'is not', null)
    .where('publish_at', '<=', until)
    .where('state', '=', 'draft')
    .where(sql<boolean>`(publish_at, id) > (${last.publish_at}, ${last.id})`)
    .orderBy('publish_at')
    .orderBy('id')
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
    if (isAppError(error) && (error.code === 'clipIncomplete' || error.code === 'mediaNotFound')) return false
    throw error
  }
}
