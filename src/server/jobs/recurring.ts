import { cleanSessions } from '#server/accounts/clean-sessions.ts'
import { rerankJob } from '#server/search/rerank-job.ts'
import type { RecurringJob } from './recurring-job.ts'

/** Every job that the server does by itself, again and again. */
export function recurringJobs(): RecurringJob[] {
  return [rerankJob, cleanSessions]
}
