import { setTimeout as sleep } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { runJobs } from '#server/jobs/run-jobs.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { sendMailJob } from '#server/start/send-mail.ts'

/** A mailer that keeps the mails. */
export function mailbox(): { mailer: Mailer; mails: Mail[] } {
  const mails: Mail[] = []
  const send = async (mail: Mail) => void mails.push(mail)
  return { mailer: { send, check: async () => 'sent' }, mails }
}

/** Sends queued mails until none is left. */
export async function sendQueued(deps: Deps): Promise<void> {
  const jobs = runJobs(deps, [sendMailJob], { pollMs: 5 })
  while (await isWaiting(deps)) await sleep(5)
  await jobs.stop()
}

async function isWaiting({ db }: Pick<Deps, 'db'>): Promise<boolean> {
  const waiting = await db
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', sendMailJob.kind)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}

/** The token in a mail's link. */
export function tokenIn({ text }: { text: string }): string {
  const [, token] = /#token=([A-Za-z0-9_-]+)/.exec(text) ?? []
  if (!token) throw new Error('there is no token in this mail')
  return token
}
