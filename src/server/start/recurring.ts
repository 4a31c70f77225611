import { cleanSessions } from '#server/accounts/session/clean-sessions.ts'
import { billingJobs } from '#server/billing/billing-jobs.ts'
import type { Config } from '#server/config/config.ts'
import type { RecurringJob } from '#server/jobs/recurring-job.ts'
import { cleanMails } from '#server/mail/clean-mails.ts'
import { rerankJob } from '#server/search/index/rerank-job.ts'

/** Every job that the server does by itself, again and again. */
export function recurringJobs(config: Config): RecurringJob[] {
  const selling = config.payments.mode === 'off' ? [] : billingJobs
  return [rerankJob(config.database), cleanSessions, cleanMails, ...selling]
}
