import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isPassword } from './password.ts'

/**
 * Asks somebody who is signed in for the password again; wrong ones count as failed sign-ins do.
 * @returns the hash of the password that was confirmed
 * @throws AppError('passwordWrong'), 'tooManyRequests', 'busy'
 */
export async function confirmPassword(
  { db, rateLimits }: Pick<Deps, 'db' | 'rateLimits'>,
  userId: number,
  password: string,
): Promise<string> {
  const { email_normalised: account, password_hash } = await db
    .selectFrom('users')
    .select(['email_normalised', 'password_hash'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  // Counted before the password is looked at, so that many tries at once are counted too.
  await rateLimits.failedSignIns.take(account)
  if (!(await isPassword(password, password_hash))) throw new AppError('passwordWrong')
  await rateLimits.failedSignIns.forget(account)
  return password_hash
}
