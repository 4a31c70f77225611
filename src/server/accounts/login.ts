import { PASSWORD_MAX } from '#contract/accounts/accounts.ts'
import type { LoginAnswer } from '#contract/accounts/factors.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Credentials } from './basic-credentials.ts'
import { countAttempt, type Visitor } from './count-attempt.ts'
import { askSecondFactor, signInOrWait } from './factors/sign-in-with-factor.ts'
import { normalisedEmail } from './find-account.ts'
import { knownDevice } from './known-devices.ts'
import { isPassword } from './password/password.ts'

type LoginDeps = Pick<Deps, 'db' | 'now' | 'rateLimits' | 'site'>

/** Matches no password and costs as much as ours, so an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/**
 * Signs in, or asks for the account's second factor. @throws AppError('signInFailed') for an unknown e-mail and for a
 * wrong password, 'tooManyRequests', 'busy'
 */
export async function login(
  deps: LoginDeps,
  { email, password }: Credentials,
  { address, userAgent, deviceSecrets = [] }: Visitor,
): Promise<LoginAnswer> {
  const account = normalisedEmail(email)
  const found = await findUser(deps, account)
  const hash = found?.password_hash ?? NOBODYS_HASH
  const device = await knownDevice(deps, account, deviceSecrets)
  const giveBack = await countAttempt(passwordLimits(deps), {
    device,
    address,
    guessed: `${account} ${hash}`,
  })
  const right = await isPassword(password.slice(0, PASSWORD_MAX), hash)
  if (!found || !right || password.length > PASSWORD_MAX) throw new AppError('signInFailed')
  const begun = await signInBy(deps, found, userAgent)
  await giveBack()
  return begun.status === 'OK' ? begun : askSecondFactor(deps, found.id, begun)
}

function passwordLimits({ rateLimits }: LoginDeps) {
  const { failedSignInsOfDevice, signIns, failedSignIns, failedSignInsOfAccount } = rateLimits
  return {
    ofDevice: failedSignInsOfDevice,
    ofAddress: signIns,
    here: failedSignIns,
    ofAccount: failedSignInsOfAccount,
  }
}

interface Verified {
  id: number
  password_hash: string
}

function findUser({ db }: LoginDeps, account: string): Promise<Verified | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email_normalised', '=', account)
    .executeTakeFirst()
}

/**
 * Starts a session, or lets it wait for the second factor, unless the password has changed since it was checked: a change ends every session, and this one
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
    return signInOrWait({ db: trx, now }, { userId: id, userAgent })
  })
}
