import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#domain/dates/spans.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { outboxIn } from '#server/config/mail-config.ts'
import type { Deps } from '#server/deps.ts'
import { eachStep } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { fileTime } from './outbox-mailer.ts'

/** Long enough to answer when a mail went out, or why none did. */
const KEPT_MS = RETENTION_DAYS.mails * DAY_MS

/** Deletes expired mail tokens, jobs that were given up and mail files, after a month. */
export const cleanMails: RecurringJob = {
  kind: 'mail.clean',
  everySeconds: DAY_MS / 1000,
  run: deleteOld,
}

async function deleteOld({ db, now, files, log }: Pick<Deps, 'db' | 'now' | 'files' | 'log'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_MS).toISOString()
  await eachStep(
    { log },
    {
      tokens: () => db.deleteFrom('mail_tokens').where('expires_at', '<', before).execute(),
      jobs: () => db.deleteFrom('jobs').where('finished_at', '<', before).execute(),
      files: () => deleteOldFiles(outboxIn(files.dataDir), before),
    },
  )
}

/** File names begin with the time of the mail. */
async function deleteOldFiles(folder: string, before: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const old = names.filter((name) => /^\d{8}T/.test(name) && name < fileTime(before))
  for (const name of old) await rm(join(folder, name), { force: true })
}
