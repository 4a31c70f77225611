import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { after } from './sessions.ts'

const HOUR_MS = 60 * 60 * 1000
/** The clocks of two processes are no further apart. */
const MARGIN_MS = HOUR_MS

/** Forgets what lets nobody in any more: tokens and sessions past their end, sessions that were ended, old counts. */
export const cleanSessions: RecurringJob = {
  kind: 'accounts.cleanSessions',
  everySeconds: 60 * 60,
  run: (deps) => forgetEnded(deps),
}

async function forgetEnded({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = after(now(), -MARGIN_MS)
  await db.deleteFrom('access_tokens').where('expires_at', '<', before).execute()
  await db
    .deleteFrom('sessions')
    .where(({ or, eb }) => or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
    .execute()
  await db.deleteFrom('rate_limits').where('expire', '<', Date.parse(before)).execute()
}
