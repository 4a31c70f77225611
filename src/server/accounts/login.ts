import { PASSWORD_MAX, type SignedIn } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Credentials } from './basic-credentials.ts'
import { normalisedEmail } from './find-account.ts'
import { isPassword } from './password/password.ts'
import { signIn } from './session/sessions.ts'

type LoginDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

/** Matches no password and costs as much as ours, so an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** @throws AppError('signInFailed') for an unknown e-mail as for a wrong password, 'tooManyRequests', 'busy' */
export async function login(
  deps: LoginDeps,
  { email, password }: Credentials,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<SignedIn> {
  const account = normalisedEmail(email)
  await deps.rateLimits.signIns.take(address)
  // Counted before the password is checked, so concurrent tries count too.
  await deps.rateLimits.failedSignIns.take(account)
  const user = await findByPassword(deps, account, password)
  if (!user) throw new AppError('signInFailed')
  const signedIn = await signInBy(deps, user, userAgent)
  await deps.rateLimits.failedSignIns.forget(account)
  return signedIn
}

interface Verified {
  id: number
  password_hash: string
}

async function findByPassword(
  { db }: LoginDeps,
  account: string,
  password: string,
): Promise<Verified | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_normalised', '=', account)
    .executeTakeFirst()
  const right = await isPassword(password.slice(0, PASSWORD_MAX), user?.password_hash ?? NOBODYS_HASH)
  return right && password.length <= PASSWORD_MAX ? user : undefined
}

/**
 * Starts a session unless the password has changed since it was checked: a change ends every session, and this one
 * must not start after it. The update changes nothing; it waits for a concurrent change and then matches no row.
 * @throws AppError('signInFailed')
 */
export function signInBy({ db, now }: Pick<LoginDeps, 'db' | 'now'>, user: Verified, userAgent: string) {
  return db.transaction().execute(async (trx) => {
    const { id, password_hash } = user
    const unchanged = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', id)
      .where('password_hash', '=', password_hash)
      .returning('id')
      .executeTakeFirst()
    if (!unchanged) throw new AppError('signInFailed')
    return signIn({ db: trx, now }, { userId: id, userAgent })
  })
}
