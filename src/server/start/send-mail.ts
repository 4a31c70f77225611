import { writeAccountMail } from '#server/accounts/mail/write-account-mail.ts'
import { writeOperatorMail } from '#server/backup/write-operator-mail.ts'
import { writeMembershipEnded, writeMembershipMail } from '#server/billing/mail/write-membership-mail.ts'
import { writeContactMail } from '#server/contact/contact-mail.ts'
import { mailJob } from '#server/mail/mail-job.ts'
import { writeFileMail } from '#server/renditions/write-file-mail.ts'
import { writePromotionMail } from '#server/sets/mail/write-promotion-mail.ts'
import { writeLegalMail } from '#server/shop/legal-notice.ts'
import { writeTesterMail } from '#server/testers/write-tester-mail.ts'

/** Sends queued mails; each domain writes its own. */
export const sendMailJob = mailJob(async (deps, order) => {
  if ('subscription' in order) return writeMembershipMail(deps, order)
  switch (order.mail) {
    case 'membershipEnded':
    case 'trialUsed':
      return writeMembershipEnded(deps, order)
    case 'testerWelcome':
      return writeTesterMail(deps, order)
    case 'legalChange':
      return writeLegalMail(deps, order)
    case 'promotionEndsSoon':
      return writePromotionMail(deps, order)
    case 'fileMade':
    case 'fileFailed':
      return writeFileMail(deps, order)
    case 'backupTrouble':
    case 'hookTrouble':
      return writeOperatorMail(deps, order)
    case 'contact':
      return writeContactMail(deps, order)
    default:
      return writeAccountMail(deps, order)
  }
})
