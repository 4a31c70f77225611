import type { FactorShown } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { FactorKind } from '#domain/people/proof.ts'
import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { acceptRecoveryCode } from './recovery-codes.ts'
import { acceptCode } from './totp.ts'
import { acceptPasskey } from './verify-passkey.ts'

export type FactorDeps = Pick<Deps, 'db' | 'now' | 'rateLimits' | 'secrets' | 'site' | 'log'>

interface Showing {
  userId: number
  shown: FactorShown
  challenge: string
  /** See acceptPasskey(). */
  mustVerify: boolean
}

/** Checks a second factor and uses it up, in the caller's transaction. @throws AppError('factorWrong') */
export async function acceptFactor(
  trx: Db,
  deps: FactorDeps,
  { userId, shown, ...asked }: Showing,
): Promise<FactorKind> {
  if ('passkey' in shown) {
    await acceptPasskey(trx, deps, { userId, answer: shown.passkey, ...asked })
    return 'passkey'
  }
  if ('code' in shown) {
    if (!(await acceptCode(trx, deps, { userId, code: shown.code }))) throw new AppError('factorWrong')
    return 'code'
  }
  if (!(await acceptRecoveryCode(trx, userId, shown.recovery))) throw new AppError('factorWrong')
  const at = deps.now()
  await audit(trx, { actor: { id: userId }, action: 'factor.recover', userId, detail: {}, at })
  await queueMail(trx, { mail: 'factorsChanged', userId, change: 'codeUsed', at: at.toISOString() })
  return 'recovery'
}

/**
 * Makes changes of one account's factors, password and sign-ins take turns until the caller's transaction ends. The
 * update changes nothing; it locks the row. @returns the password's hash @throws AppError('tokenInvalid') when the
 * account is gone
 */
export async function lockAccount(trx: Db, userId: number): Promise<string> {
  const row = await trx
    .updateTable('users')
    .set(({ ref }) => ({ password_hash: ref('password_hash') }))
    .where('id', '=', userId)
    .returning('password_hash')
    .executeTakeFirst()
  if (!row) throw new AppError('tokenInvalid')
  return row.password_hash
}
