import { Hopeless, type QueuedJob } from '#server/jobs/queued-job.ts'
import { MailNotTaken } from './mailer.ts'
import { MAIL_KIND, MailOrder } from './queue-mail.ts'
import { plainText, simpleHtml } from './set-letter.ts'
import { writeMail } from './write-mail.ts'

/**
 * Writes a queued mail and sends it. Tokens are made here and never kept, so that neither the queue nor a backup of it
 * lets anybody in; a mail that is sent twice, after a crash, brings two that work.
 */
export const mailJob: QueuedJob = {
  kind: MAIL_KIND,
  async run(deps, payload, { id, signal }) {
    const mail = await writeMail(deps, MailOrder.parse(payload))
    if (!mail) return
    const { to, locale, letter, takeBack } = mail
    const frame = { locale, site: deps.site }
    const body = { text: plainText(letter, frame), html: simpleHtml(letter, frame) }
    try {
      await deps.mailer.send(
        { to, locale, subject: letter.subject, ...body, id: `${MAIL_KIND}-${id}` },
        signal,
      )
    } catch (error) {
      if (!(error instanceof MailNotTaken)) throw error
      // A mail that did arrive must not hold a link that works no more.
      if (!error.maybeTaken) await takeBack?.()
      throw error.forGood ? new Hopeless(error.message) : error
    }
  },
}
