import { endCustomerJob } from '#server/billing/membership/end-customer.ts'
import type { QueuedJob } from '#server/jobs/queued-job.ts'
import { mailJob } from '#server/mail/mail-job.ts'
import { sheetJob } from '#server/sets/sheet/sheet-job.ts'

/** Every kind of work that is queued to be done soon after what caused it. */
export function queuedJobs(): QueuedJob[] {
  return [mailJob, sheetJob, endCustomerJob]
}
