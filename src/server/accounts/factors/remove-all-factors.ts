import type { Deps } from '#server/deps.ts'
import { lockAccount } from './accept-factor.ts'
import { factorRemoved } from './change-factors.ts'
import { factorKinds } from './session-proof.ts'

/**
 * Removes all factors of an account and signs it out everywhere, for the operator's command line. Returns false if it
 * has none.
 */
export async function removeAllFactors(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  userId: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const before = await factorKinds(trx, userId)
    if (before.length === 0) return false
    for (const table of ['passkeys', 'authenticator_apps'] as const)
      await trx.deleteFrom(table).where('user_id', '=', userId).execute()
    const what = { change: 'allRemoved', action: 'factor.remove', detail: { before, after: [] } } as const
    await factorRemoved(trx, now, { userId, actor: 'cli', ...what })
    return true
  })
}
