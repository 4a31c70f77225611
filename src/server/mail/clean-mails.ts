import { after } from '#server/accounts/session/sessions.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/recurring-job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough for whoever asks when a mail went out, or why none did. */
const KEPT_MS = 30 * DAY_MS

/** Forgets mailed tokens, and queued work that was given up, a month after they ended. */
export const cleanMails: RecurringJob = {
  kind: 'mail.clean',
  everySeconds: 24 * 60 * 60,
  run: (deps) => forgetOld(deps),
}

async function forgetOld({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = after(now(), -KEPT_MS)
  await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute()
  await db.deleteFrom('jobs').where('finished_at', '<', before).execute()
}
