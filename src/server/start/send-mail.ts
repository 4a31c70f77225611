import { writeAccountMail } from '#server/accounts/mail/write-account-mail.ts'
import { writeMembershipMail } from '#server/billing/mail/write-membership-mail.ts'
import { mailJob } from '#server/mail/mail-job.ts'

/** Sends queued mails; each domain writes its own. */
export const sendMailJob = mailJob((deps, order) =>
  'subscription' in order ? writeMembershipMail(deps, order) : writeAccountMail(deps, order),
)
