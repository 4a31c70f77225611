import type { FactorAdded, NewApp } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { type FactorDeps, lockAccount } from './accept-factor.ts'
import { factorAdded, factorRemoved } from './change-factors.ts'
import { factorKinds } from './session-proof.ts'
import { acceptCode, newTotpSecret, secretOwner, totpUri } from './totp.ts'

/**
 * Begins the set-up of an authenticator app; nothing changes until its first code is right. Beginning again makes
 * another secret. @throws AppError('badRequest') if there is one already
 */
export async function beginApp(
  { db, now, secrets, site }: FactorDeps,
  { id: userId, email }: Pick<Member, 'id' | 'email'>,
): Promise<NewApp> {
  const secret = newTotpSecret()
  const row = { sealed_secret: secrets.seal(secret, secretOwner(userId)), created: now().toISOString() }
  const begun = await db
    .insertInto('authenticator_apps')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(row).where('authenticator_apps.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (!begun) throw new AppError('badRequest', 'there is an authenticator app already')
  return { secret, uri: totpUri(secret, { site: site.name, email }) }
}

/** Finishes the set-up by the app's first code. @throws AppError('factorWrong'), 'tooManyRequests' */
export async function confirmApp(
  deps: FactorDeps,
  { id: userId, sessionId }: Pick<Member, 'id' | 'sessionId'>,
  code: string,
): Promise<FactorAdded> {
  const { db, now, rateLimits } = deps
  await rateLimits.codeConfirmations.take(String(userId))
  const added = await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const isFirst = (await factorKinds(trx, userId)).length === 0
    if (!(await acceptCode(trx, deps, { userId, code, isPending: true }))) throw new AppError('factorWrong')
    const what = { change: 'appAdded', action: 'factor.add', detail: { kind: 'code' } } as const
    return factorAdded(trx, now, { userId, sessionId, kind: 'code', isFirst, ...what })
  })
  await rateLimits.codeConfirmations.forget(String(userId))
  return added
}

/** Removes the app and signs the other devices out. @throws AppError('notFound') without one */
export async function removeApp(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id: userId, sessionId }: Pick<Member, 'id' | 'sessionId'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockAccount(trx, userId)
    const gone = await trx
      .deleteFrom('authenticator_apps')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .returning('user_id')
      .executeTakeFirst()
    if (!gone) throw new AppError('notFound')
    const what = { change: 'appRemoved', action: 'factor.remove', detail: { kind: 'code' } } as const
    await factorRemoved(trx, now, { userId, sessionId, ...what })
  })
}
