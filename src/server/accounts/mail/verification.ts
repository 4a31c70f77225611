import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { useMailToken } from './mail-tokens.ts'

/** Mails the confirmation link again, unless the address is confirmed. @throws AppError('tooManyRequests') */
export async function sendVerificationAgain(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  user: { id: number },
): Promise<void> {
  await rateLimits.verificationMails.take(String(user.id))
  await queueMail(db, { mail: 'verifyEmail', userId: user.id })
}

/** Confirms the address that the token was mailed to. @throws AppError('mailTokenInvalid') */
export async function verifyEmail({ db, now }: Pick<Deps, 'db' | 'now'>, token: string): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const id = await useMailToken(trx, { token, purpose: 'verifyEmail', at })
    await trx
      .updateTable('users')
      .set(({ fn, val, ref }) => ({
        email_verified_at: fn.coalesce(ref('email_verified_at'), val(at.toISOString())),
      }))
      .where('id', '=', id)
      .execute()
  })
}
