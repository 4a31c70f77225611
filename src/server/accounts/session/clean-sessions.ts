import type { RecurringJob } from '#server/jobs/job.ts'
import { after } from './sessions.ts'

/** How far the clocks of two processes may differ. */
const MARGIN_MS = 60 * 60 * 1000

/** Deletes expired tokens and devices, expired or ended sessions, and old rate-limit counts. */
export const cleanSessions: RecurringJob = {
  kind: 'accounts.cleanSessions',
  everySeconds: 60 * 60,
  async run({ db, now }) {
    const before = after(now(), -MARGIN_MS)
    await db.deleteFrom('access_tokens').where('expires_at', '<', before).execute()
    await db
      .deleteFrom('sessions')
      .where(({ or, eb }) => or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
      .execute()
    await db.deleteFrom('known_devices').where('expires_at', '<', before).execute()
    await db.deleteFrom('rate_limits').where('expire', '<', Date.parse(before)).execute()
  },
}
