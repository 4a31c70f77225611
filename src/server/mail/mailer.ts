import type { Locale } from '#domain/address/locale-path.ts'

export interface Mail {
  /** One address, as the person typed it; never read as a list. */
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
  /** Makes the Message-ID, so that a mail that is sent twice is recognised; the same for each try. */
  id: string
}

/** Hands mails to whoever delivers them: a mail server, or a folder where there is none. */
export interface Mailer {
  /** Resolves once the mail is taken. @throws MailNotTaken otherwise */
  send(mail: Mail, signal?: AbortSignal): Promise<void>
}

/** Says why without saying to whom: this is logged. */
export class MailNotTaken extends Error {
  override name = 'MailNotTaken'
  /** Whether the server will never take a mail for this address, such as one that does not exist. */
  readonly forGood: boolean
  /** Whether it may have been taken all the same: the connection broke before the server's last word. */
  readonly maybeTaken: boolean

  constructor(why: string, { forGood = false, maybeTaken = false } = {}) {
    super(`the mail was not taken: ${why}`)
    this.forGood = forGood
    this.maybeTaken = maybeTaken
  }
}
