import { endCustomerJob } from '#server/billing/membership/end-customer.ts'
import type { QueuedJob } from '#server/jobs/queued-job.ts'
import { sheetJob } from '#server/sets/sheet/sheet-job.ts'
import { sendMailJob } from './send-mail.ts'

/** Every kind of work that is queued to be done soon after what caused it. */
export function queuedJobs(): QueuedJob[] {
  return [sendMailJob, sheetJob, endCustomerJob]
}
