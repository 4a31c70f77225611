import type { Deps } from '#server/deps.ts'
import { type QueuedJob, UnrecoverableError } from '#server/jobs/job.ts'
import type { WrittenMail } from './letter.ts'
import { MailNotTaken } from './mailer.ts'
import { MAIL_KIND, MailOrder } from './queue-mail.ts'
import { greeted, htmlMail, textMail } from './render-letter.ts'

/** Tokens are made here, so the queue contains none. @param write undefined when the mail is no longer needed */
export function mailJob(
  write: (deps: Deps, order: MailOrder) => Promise<WrittenMail | undefined>,
): QueuedJob {
  return {
    kind: MAIL_KIND,
    async run(deps, payload, { id, signal }) {
      const mail = await write(deps, MailOrder.parse(payload))
      if (!mail) return
      const { to, replyTo, locale } = mail
      const frame = { locale, site: deps.site }
      const letter = greeted(mail.letter, frame)
      const body = { text: textMail(letter, frame), html: htmlMail(letter, frame) }
      try {
        const { subject } = letter
        const sender = deps.site.name
        await deps.mailer.send(
          { sender, to, replyTo, locale, subject, ...body, id: `${MAIL_KIND}-${id}` },
          signal,
        )
      } catch (error) {
        if (!(error instanceof MailNotTaken)) throw error
        // The link in a mail that may have arrived must keep working.
        if (!error.maybeTaken) await mail.revoke?.()
        throw error.forGood ? new UnrecoverableError(error.message) : error
      }
    },
  }
}
