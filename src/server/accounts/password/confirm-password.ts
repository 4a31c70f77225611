import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { isPassword } from './password.ts'

/**
 * Checks the password of a signed-in person; a wrong one counts as a failed sign-in.
 * @returns the confirmed password's hash
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
  // Counted before the password is checked, so concurrent tries count too.
  await rateLimits.failedSignIns.take(account)
  if (!(await isPassword(password, password_hash))) throw new AppError('passwordWrong')
  await rateLimits.failedSignIns.forget(account)
  return password_hash
}
