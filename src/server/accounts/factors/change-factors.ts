import type { FactorAdded, RecoveryCodes } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type FactorChange, queueMail } from '#server/mail/queue-mail.ts'
import { lockAccount } from './accept-factor.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import { factorKinds, noteProof } from './session-proof.ts'

interface Change {
  userId: number
  /** The session that makes the change; it stays. Without one, every session ends. */
  sessionId?: string
  actor?: Actor
  change: FactorChange
  /** Such as `factor.add`. */
  action: string
  detail: Record<string, unknown>
}

/** Records a change and mails the owner, in the transaction of the change. */
async function recordFactorChange(
  trx: Db,
  now: Date,
  { userId, actor = { id: userId }, change, action, detail }: Change,
): Promise<void> {
  await audit(trx, { actor, action, userId, detail, at: now })
  await queueMail(trx, { mail: 'factorsChanged', userId, change, at: now.toISOString() })
}

/**
 * Finishes the set-up of a factor. The first one brings recovery codes and ends the other sessions, which signed in
 * without it. @param before whether there was one already
 */
export async function factorAdded(
  trx: Db,
  now: Deps['now'],
  change: Change & { sessionId: string; kind: 'passkey' | 'code'; isFirst: boolean },
): Promise<FactorAdded> {
  const { userId, sessionId, kind, isFirst } = change
  await recordFactorChange(trx, now(), change)
  await noteProof({ db: trx, now }, sessionId, kind)
  if (!isFirst) return {}
  await endSessionsOf({ db: trx, now }, userId, 'factor', sessionId)
  return { recovery_codes: await replaceRecoveryCodes(trx, userId, now()) }
}

/** Finishes a removal. Ends the sessions of a lost device too. The last factor takes the recovery codes along. */
export async function factorRemoved(trx: Db, now: Deps['now'], change: Change): Promise<void> {
  const { userId, sessionId } = change
  await recordFactorChange(trx, now(), change)
  await endSessionsOf({ db: trx, now }, userId, 'factor', sessionId)
  if ((await factorKinds(trx, userId)).length === 0) await deleteRecoveryCodes(trx, userId)
}

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
