import { AppError } from '#contract/errors.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/hooks/announce.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { confirmPassword } from './password/password.ts'

interface Deletion {
  person: Person
  password: string
  /** Cancels the account's payments, in the transaction that deletes it. */
  endPayments: (trx: Trx, userId: number) => Promise<void>
}

/**
 * Deletes an account and its data at once. Licences stay valid and verifiable, but without the name; counts of clicks
 * and payments stay without the person. A last mail says so.
 * @throws AppError('forbidden') for the operator's account, 'passwordWrong', 'tooManyRequests', 'busy'
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { person, password, endPayments }: Deletion,
): Promise<void> {
  if (isAdmin(person)) throw new AppError('forbidden', 'the operator’s account cannot be deleted')
  await confirmPassword(deps, person.id, password)
  const removed = { id: person.id, endPayments, at: deps.now() }
  await deps.db.transaction().execute((trx) => removeAccount(trx, removed))
}

/** Removes an account as deleteAccount() does, in the transaction that has checked the wish. */
export async function removeAccount(
  trx: Trx,
  { id, endPayments, at }: { id: number; at: Date } & Pick<Deletion, 'endPayments'>,
): Promise<void> {
  await endPayments(trx, id)
  await trx.updateTable('downloads').set({ licensee_name: '' }).where('user_id', '=', id).execute()
  // Without the account, each click would count as another person.
  const click: ActivityLabel = 'RESULT_CLICK'
  await trx.deleteFrom('activities').where('label', '=', click).where('user_id', '=', id).execute()
  // Foreign keys delete or blank the rest.
  const gone = trx.deleteFrom('users').where('id', '=', id).returning(['email', 'locale'])
  const account = await gone.executeTakeFirst()
  if (!account) return
  await announce(trx, 'member.left', [{ member: id }])
  const { email: to, locale } = account
  await queueMail(trx, { mail: 'accountDeleted', to, locale, at: at.toISOString() })
}
