import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Long enough to answer when a mail went out, or why none did. */
const KEPT_MS = 30 * DAY_MS

/** Deletes expired mail tokens and jobs that were given up, a month later. */
export const cleanMails: RecurringJob = {
  kind: 'mail.clean',
  everySeconds: DAY_MS / 1000,
  run: deleteOld,
}

async function deleteOld({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString()
  await db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute()
  await db.deleteFrom('jobs').where('finished_at', '<', before).execute()
}
