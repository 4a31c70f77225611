import type { SendMailOptions } from 'nodemailer'
import type { MailSender } from '#server/config/mail-config.ts'
import type { Mail } from './mailer.ts'

/** What the mail library is given. The recipient is an object, so that nothing in the address is read as a list or a name. */
export function messageOf({ from }: { from: MailSender }, mail: Mail): SendMailOptions {
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    headers: { 'Content-Language': mail.locale, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
