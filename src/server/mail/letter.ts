import type { Locale } from '#domain/address/locale-path.ts'
import type { MailSender } from '#server/config/mail-config.ts'

/** The content of a mail, before it is rendered as plain text and HTML. Paragraphs may contain line breaks. */
export interface Letter {
  subject: string
  before: readonly string[]
  link: { label: string; url: string }
  after: readonly string[]
}

/** A letter with its address, ready to be rendered and sent. */
export interface WrittenMail {
  to: string
  /** Who gets replies; default: the sender of all mails. */
  replyTo?: MailSender
  locale: Locale
  letter: Letter
  /** Invalidates the token in the letter; called when the mail was certainly not sent. */
  revoke?: () => Promise<void>
}
