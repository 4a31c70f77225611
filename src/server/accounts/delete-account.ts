import { AppError } from '#contract/errors.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import { queueEndOfCustomer } from '#server/billing/membership/end-customer.ts'
import type { Deps } from '#server/deps.ts'
import { confirmPassword } from './password/confirm-password.ts'

/**
 * Deletes an account and what belongs to it, at once. Licences stay genuine and can be verified, but name nobody any
 * more; what was counted of clicks and payments stays without the person. A subscription ends at Stripe, soon after.
 * @throws AppError('forbidden') for the operator's account, 'passwordWrong', 'tooManyRequests', 'busy'
 */
export async function deleteAccount(
  deps: Pick<Deps, 'db' | 'rateLimits'>,
  person: Person,
  password: string,
): Promise<void> {
  if (isAdmin(person)) throw new AppError('forbidden', 'the operator’s account cannot be deleted')
  await confirmPassword(deps, person.id, password)
  await deps.db.transaction().execute(async (trx) => {
    await queueEndOfCustomer(trx, person.id)
    await trx.updateTable('downloads').set({ licensee_name: '' }).where('user_id', '=', person.id).execute()
    // The rest follows by the references' own rules.
    await trx.deleteFrom('users').where('id', '=', person.id).execute()
  })
}
