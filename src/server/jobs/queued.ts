import { endCustomerJob } from '#server/billing/end-customer.ts'
import { mailJob } from '#server/mail/mail-job.ts'
import { sheetJob } from '#server/sets/sheet/sheet-job.ts'
import type { QueuedJob } from './queued-job.ts'

/** Every kind of work that is queued to be done soon after what caused it. */
export function queuedJobs(): QueuedJob[] {
  return [mailJob, sheetJob, endCustomerJob]
}
