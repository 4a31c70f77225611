import { HOUR_MS } from '#domain/dates/spans.ts'
import { eachStep } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { after } from './sessions.ts'

/** How far the clocks of two processes may differ. */
const MARGIN_MS = HOUR_MS

/** Deletes expired tokens and devices, expired or ended sessions, and old rate-limit counts. */
export const cleanSessions: RecurringJob = {
  kind: 'accounts.cleanSessions',
  everySeconds: 60 * 60,
  async run(deps) {
    const { db, now } = deps
    const before = after(now(), -MARGIN_MS)
    const expired = (table: 'access_tokens' | 'known_devices') =>
      db.deleteFrom(table).where('expires_at', '<', before).execute()
    await eachStep(deps, {
      tokens: () => expired('access_tokens'),
      sessions: () =>
        db
          .deleteFrom('sessions')
          .where(({ or, eb }) => or([eb('expires_at', '<', before), eb('revoked_at', '<', before)]))
          .execute(),
      devices: () => expired('known_devices'),
      limits: () => db.deleteFrom('rate_limits').where('expire', '<', Date.parse(before)).execute(),
    })
  },
}
