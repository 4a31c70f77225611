import { AppError } from '#contract/errors.ts'
import type { RecoveryCodes } from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'
import { lockAccount } from './accept-factor.ts'
import { recordFactorChange } from './change-factors.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { factorKinds } from './session-proof.ts'

/** Makes new recovery codes; the old ones are void. @throws AppError('badRequest') without a second factor */
export async function renewRecoveryCodes(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
): Promise<RecoveryCodes> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    if ((await factorKinds(trx, userId)).length === 0)
      throw new AppError('badRequest', 'recovery codes come with a second factor')
    await recordFactorChange(trx, now(), { userId, change: 'codesMade', action: 'factor.codes', detail: {} })
    return { recovery_codes: await replaceRecoveryCodes(trx, userId, now()) }
  })
}
