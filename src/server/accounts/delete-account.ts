import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { ActivityLabel } from '#domain/people/activity.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import { confirmPassword } from './password/password.ts'

interface Deletion {
  person: Person
  password: string
  /** Cancels the account's payments, in the transaction that deletes it. */
  endPayments: (trx: Kysely<Database>, userId: number) => Promise<void>
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
  await deps.db.transaction().execute(async (trx) => {
    await endPayments(trx, person.id)
    await trx.updateTable('downloads').set({ licensee_name: '' }).where('user_id', '=', person.id).execute()
    // Without the account, each click would count as another person.
    const click: ActivityLabel = 'RESULT_CLICK'
    await trx.deleteFrom('activities').where('label', '=', click).where('user_id', '=', person.id).execute()
    // Foreign keys delete or blank the rest.
    const gone = trx.deleteFrom('users').where('id', '=', person.id).returning(['email', 'locale'])
    const account = await gone.executeTakeFirst()
    const at = deps.now().toISOString()
    if (account)
      await queueMail(trx, { mail: 'accountDeleted', to: account.email, locale: account.locale, at })
  })
}
