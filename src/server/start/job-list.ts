import { factorUpkeep } from '#server/accounts/factors/factor-upkeep.ts'
import { cleanSessions } from '#server/accounts/session/clean-sessions.ts'
import { backupJobs } from '#server/backup/backup-job.ts'
import { billingJobs } from '#server/billing/billing-jobs.ts'
import { membershipEndsJob } from '#server/billing/mail/membership-ends.ts'
import { endCustomerJob } from '#server/billing/membership/end-customer.ts'
import { moveClipsJob } from '#server/categories/move-clips-job.ts'
import type { Config } from '#server/config/config.ts'
import { clipFiguresJob } from '#server/demand/clip-figures-job.ts'
import { demandJob } from '#server/demand/demand-job.ts'
import { dueHooksJob, sendHooksJob } from '#server/hooks/hook-jobs.ts'
import { looksJob } from '#server/ingest/look/looks-job.ts'
import { clipTileJob } from '#server/ingest/retile/clip-tile-job.ts'
import type { Job } from '#server/jobs/job.ts'
import { bulkJob } from '#server/library/bulk/bulk-job.ts'
import { emptyTrashJob } from '#server/library/clip/empty-trash.ts'
import { publishDueJob } from '#server/library/clip/publish-due.ts'
import { cleanMails } from '#server/mail/clean-mails.ts'
import { figuresJob } from '#server/overview/figures-job.ts'
import { forgetJob } from '#server/privacy/forget-job.ts'
import { proposalsJob } from '#server/proposals/proposals-job.ts'
import { removeFilesJob } from '#server/removal/remove-files.ts'
import { makeFileJob } from '#server/renditions/make-file-job.ts'
import { sweepFilesJob } from '#server/renditions/sweep-files.ts'
import { choicesJob } from '#server/search/choices/learn-choices.ts'
import { rerankJob } from '#server/search/index/rerank-job.ts'
import { announceEndsJob } from '#server/sets/mail/write-promotion-mail.ts'
import { sheetJob } from '#server/sets/sheet/sheet-job.ts'
import { announcementJob } from '#server/shop/announcement-job.ts'
import { legalJob } from '#server/shop/legal-notice.ts'
import { cleanUploads } from '#server/uploads/clean-uploads.ts'
import { sendMailJob } from './send-mail.ts'

/** Every job that the server runs. */
export function allJobs(config: Config): Job[] {
  const selling = config.payments.mode === 'off' ? [] : billingJobs
  return [
    rerankJob(config.database),
    choicesJob,
    demandJob,
    clipFiguresJob,
    figuresJob,
    cleanSessions,
    factorUpkeep,
    cleanMails,
    forgetJob,
    sendMailJob,
    sheetJob,
    removeFilesJob,
    cleanUploads,
    moveClipsJob,
    clipTileJob,
    looksJob,
    makeFileJob,
    sweepFilesJob(config.renditionBytes),
    proposalsJob,
    publishDueJob,
    emptyTrashJob,
    endCustomerJob,
    membershipEndsJob,
    announceEndsJob,
    bulkJob(config.database),
    announcementJob,
    legalJob,
    dueHooksJob,
    sendHooksJob,
    ...backupJobs(config),
    ...selling,
  ]
}
