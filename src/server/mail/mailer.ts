import type { SendMailOptions } from 'nodemailer'
import type { Locale } from '#domain/address/locale-path.ts'
import type { MailConfig, MailSender } from '#server/config/mail-config.ts'

export interface Mail {
  /** Name of the sender, if no setting has one. */
  sender: string
  /** One address, as the person typed it. */
  to: string
  /** Who gets replies. */
  replyTo?: MailSender | undefined
  subject: string
  text: string
  html: string
  locale: Locale
  /** Goes into the Message-ID; the same on each retry, so that duplicates are recognised. */
  id: string
}

/** Delivers mails to a mail server, or to a folder without one. */
export interface Mailer {
  /** Resolves once the mail is accepted. @throws MailNotTaken otherwise */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
  /** Connects and signs in without sending: whether mails are sent, or kept as files. @throws MailNotTaken */
  check(): Promise<'sent' | 'kept'>
}

/** Logged, so it never contains the address. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  /** Whether a retry is pointless, such as for an address that does not exist. */
  readonly forGood: boolean
  /** Whether it may have been accepted: the connection broke before the server's last reply. */
  readonly maybeTaken: boolean

  constructor(why: string, { forGood = false, maybeTaken = false } = {}) {
    super(`mail not accepted: ${why}`)
    this.forGood = forGood
    this.maybeTaken = maybeTaken
  }
}

/** For nodemailer. Addresses are objects, so that they are never parsed as a list or a name. */
export function messageOf({ from }: Pick<MailConfig, 'from'>, mail: Mail): SendMailOptions {
  return {
    from: { name: mail.sender, ...from },
    to: { name: '', address: mail.to },
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${from.address.split('@').at(-1)}>`,
    headers: { 'Content-Language': mail.locale, 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
