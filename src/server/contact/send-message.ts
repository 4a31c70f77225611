import type { Deps } from '#server/deps.ts'
import { type ContactMail, queueMail } from '#server/mail/queue-mail.ts'

/** Queues a visitor's message as a mail to the operator. @throws AppError('tooManyRequests') */
export async function sendMessage(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  message: Omit<ContactMail, 'mail'>,
  { address }: { address: string },
): Promise<void> {
  await rateLimits.contactMessages.take(address)
  await queueMail(db, { mail: 'contact', ...message })
}
