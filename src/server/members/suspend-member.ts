import { AppError } from '#contract/errors.ts'
import type { SuspensionInput } from '#contract/studio/members/members.ts'
import { removeAccount } from '#server/accounts/delete-account.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { endSessionsOf } from '#server/accounts/session/end-session.ts'
import { type Actor, audit } from '#server/audit.ts'
import { cancelSubscription } from '#server/billing/membership/cancel-membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import { lockRows } from '#server/db/locks.ts'
import type { Db } from '#server/db/schema.ts'
import type { BillingDeps, Deps } from '#server/deps.ts'

interface Who {
  id: number
  actor: Actor
}

/**
 * Suspends a member, who is signed out everywhere and cannot sign in; null ends the suspension. Payments go on unless
 * they are to be cancelled, at the end of the paid time.
 * @throws AppError('notFound'), 'forbidden' for the admin, 'paymentsOff', 'paymentFailed'
 */
export async function suspendMember(
  deps: BillingDeps,
  { id, actor }: Who,
  suspension: SuspensionInput['suspension'],
): Promise<void> {
  const { db, now } = deps
  await memberOf(db, id)
  // First: if Stripe does not answer, nothing has changed.
  if (suspension?.payments === 'cancel') await cancelSubscription(deps, id)
  const at = now()
  await db.transaction().execute(async (trx) => {
    const before = await memberOf(trx, id)
    const after = {
      suspended_at: suspension && (before.suspended_at ?? at.toISOString()),
      suspended_reason: suspension?.reason ?? null,
    }
    await trx.updateTable('users').set(after).where('id', '=', id).execute()
    if (suspension) await endSessionsOf({ db: trx, now }, id, 'operator')
    const action = suspension ? 'member.suspend' : 'member.unsuspend'
    const detail = {
      before: { suspended_reason: before.suspended_reason },
      after: {
        suspended_reason: after.suspended_reason,
        ...(suspension && { payments: suspension.payments }),
      },
    }
    await audit(trx, { actor, action, userId: id, detail, at })
  })
}

/**
 * Deletes an account as its member could. The log keeps its number alone. @param typed the e-mail address, as
 * confirmation @throws AppError('notFound'), 'forbidden' for the admin, 'typedWrong'
 */
export async function deleteMember(
  deps: Pick<Deps, 'db' | 'now' | 'events'>,
  { id, actor }: Who,
  typed: string,
): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const { email_normalised } = await memberOf(trx, id)
    if (normalisedEmail(typed) !== email_normalised) throw new AppError('typedWrong')
    await removeAccount(trx, { id, endPayments: queueEndOfCustomer, at: deps.now() })
    await audit(trx, {
      actor,
      action: 'member.delete',
      userId: null,
      detail: { account: id },
      at: deps.now(),
    })
  })
  deps.events.emit('jobQueued')
}

/** @throws AppError('notFound'), 'forbidden' for the admin */
async function memberOf(db: Db, id: number) {
  const query = db
    .selectFrom('users')
    .select(['role', 'email_normalised', 'suspended_at', 'suspended_reason'])
  const member = await query.where('id', '=', id).$call(lockRows(db)).executeTakeFirst()
  if (!member) throw new AppError('notFound')
  if (member.role === 'admin') throw new AppError('forbidden', 'the admin keeps every right')
  return member
}
