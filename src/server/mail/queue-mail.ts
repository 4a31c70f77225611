import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Database } from '#server/db/schema.ts'
import { queueWork } from '#server/jobs/queue-rows.ts'

/** A mail to be written when it is sent: it names whom it is for, and holds no secret. */
export const MailOrder = z.discriminatedUnion('mail', [
  z.object({ mail: z.literal('verifyEmail'), userId: z.int() }),
  /** By address, so that asking for it takes as long where the address has no account. */
  z.object({ mail: z.literal('resetPassword'), email: z.string() }),
  z.object({ mail: z.literal('passwordChanged'), userId: z.int(), at: z.iso.datetime() }),
  z.object({
    mail: z.enum(['membershipBegan', 'membershipCancelled', 'membershipRenews']),
    userId: z.int(),
    subscription: z.string(),
  }),
])
export type MailOrder = z.infer<typeof MailOrder>

export const MAIL_KIND = 'mail'

/** Queues a mail in the transaction of what it tells of; the mail job writes and sends it. */
export function queueMail(trx: Kysely<Database>, order: MailOrder): Promise<void> {
  const once = onceKey(order)
  return queueWork(trx, { kind: MAIL_KIND, payload: order, ...(once && { once }) })
}

/** Of mails that ask for the same thing one waits at a time. */
function onceKey(order: MailOrder): string | undefined {
  if (order.mail === 'verifyEmail') return `mail:verifyEmail:${order.userId}`
  if (order.mail === 'resetPassword') return `mail:resetPassword:${order.email}`
  return undefined
}
