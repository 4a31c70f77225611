import { PASSWORD_MAX, type SignedIn } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Credentials } from './basic-credentials.ts'
import { normalisedEmail } from './email.ts'
import { isPassword } from './password.ts'
import { signIn } from './signed-in.ts'

type Where = Pick<Deps, 'db' | 'now' | 'rateLimits'>

/** The hash of no password that is known, with our cost: an unknown address takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Signs somebody in on one device.
 * @throws AppError('signInFailed') for an unknown address as for a wrong password, 'tooManyRequests', 'busy'
 */
export async function login(
  deps: Where,
  { email, password }: Credentials,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<SignedIn> {
  const account = normalisedEmail(email)
  await deps.rateLimits.signIns.take(address)
  // Counted before the password is looked at, so that many tries at once are counted too.
  await deps.rateLimits.failedSignIns.take(account)
  const userId = await userWith(deps, account, password)
  if (userId === undefined) throw new AppError('signInFailed')
  await deps.rateLimits.failedSignIns.forget(account)
  return signIn(deps, { userId, userAgent })
}

async function userWith({ db }: Where, account: string, password: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_normalised', '=', account)
    .executeTakeFirst()
  const right = await isPassword(password.slice(0, PASSWORD_MAX), user?.password_hash ?? NOBODYS_HASH)
  return right && password.length <= PASSWORD_MAX ? user?.id : undefined
}
