import type { MailConfig } from '#server/config/mail-config.ts'
import type { Mailer } from './mailer.ts'
import { outboxMailer } from './outbox-mailer.ts'
import { smtpMailer } from './smtp-mailer.ts'

/** Opens nothing yet: a mail server that is down stops no start. */
export function openMailer(config: MailConfig, now: () => Date): Mailer {
  return config.driver === 'smtp' ? smtpMailer(config) : outboxMailer({ ...config, now })
}
