import { PASSWORD_MAX, type SignedIn } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import type { Credentials } from './basic-credentials.ts'
import { normalisedEmail } from './find-account.ts'
import { isPassword } from './password/password.ts'
import { type KnownDevice, knownDevice } from './session/known-devices.ts'
import { signIn } from './session/sessions.ts'

type LoginDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

interface SigningIn {
  address: string
  userAgent: string
  /** As the device's cookies say, right or wrong. */
  deviceSecrets?: readonly string[]
}

/** Matches no password and costs as much as ours, so an unknown e-mail takes as long as a wrong password. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'

/** @throws AppError('signInFailed') for an unknown e-mail as for a wrong password, 'tooManyRequests', 'busy' */
export async function login(
  deps: LoginDeps,
  { email, password }: Credentials,
  { address, userAgent, deviceSecrets = [] }: SigningIn,
): Promise<SignedIn> {
  const account = normalisedEmail(email)
  const found = await findUser(deps, account)
  const hash = found?.password_hash ?? NOBODYS_HASH
  const device = await knownDevice(deps, account, deviceSecrets)
  const giveBack = await countAttempt(deps, { device, address, guessed: `${account} ${hash}` })
  const right = await isPassword(password.slice(0, PASSWORD_MAX), hash)
  if (!found || !right || password.length > PASSWORD_MAX) throw new AppError('signInFailed')
  const signedIn = await signInBy(deps, found, userAgent)
  await giveBack()
  return signedIn
}

/**
 * Counts an attempt before the password is checked, so that concurrent ones count too. A known device has its own
 * count, so strangers cannot lock it out.
 * @param guessed the account with its password's hash: a new password starts with no failures
 * @returns what to call when the password was right
 * @throws AppError('tooManyRequests')
 */
async function countAttempt(
  { rateLimits }: LoginDeps,
  { device, address, guessed }: { device: KnownDevice | undefined; address: string; guessed: string },
): Promise<() => Promise<void>> {
  if (device && (await rateLimits.failedSignInsOfDevice.allows(device)))
    return () => rateLimits.failedSignInsOfDevice.forget(device)
  const here = `${guessed} ${address}`
  await rateLimits.signIns.take(address)
  // First, so that one place cannot go on using up what all places share.
  await rateLimits.failedSignIns.take(here)
  await rateLimits.failedSignInsOfAccount.take(guessed)
  return async () => {
    await rateLimits.failedSignIns.forget(here)
    await rateLimits.failedSignInsOfAccount.giveBack(guessed)
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
