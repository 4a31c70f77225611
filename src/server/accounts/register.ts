import type { RegisterAnswer, RegisterInput } from '#contract/accounts/accounts.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import { announce } from '#server/hooks/announce.ts'
import { queueMail } from '#server/mail/queue-mail.ts'
import type { Visitor } from './count-attempt.ts'
import { findAccount, normalisedEmail } from './find-account.ts'
import { hashPassword, refuseCommonPassword } from './password/password.ts'
import { openSession, signedIn } from './session/sessions.ts'

type NewAccount = RegisterInput & { locale: Locale }
type RegisterDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

interface Registering extends Visitor {
  /** Whether a valid tester's key came along, which raises the limit. */
  isInvited?: boolean
}

/** Signs in too, or answers EMAIL_EXISTS, which is not counted as a registration. @throws AppError('passwordTooCommon' | 'tooManyRequests' | 'busy') */
export async function register(
  deps: RegisterDeps,
  input: NewAccount,
  { address, userAgent, isInvited = false }: Registering,
): Promise<RegisterAnswer> {
  await refuseCommonPassword(input.password)
  await deps.rateLimits.registrationTries.take(address)
  const limit = deps.rateLimits[isInvited ? 'invitedRegistrations' : 'registrations']
  await limit.take(address)
  const taken = await findAccount(deps, 'email_normalised', normalisedEmail(input.email))
  const opened = taken ? undefined : await openAccount(deps, input, userAgent)
  if (!opened) {
    await limit.giveBack(address)
    return { status: 'EMAIL_EXISTS' }
  }
  return signedIn(deps, opened.userId, opened.tokens)
}

/** All or nothing: after a failure, people must be able to register again. */
async function openAccount({ db, now }: RegisterDeps, input: NewAccount, userAgent: string) {
  const hash = await hashPassword(input.password)
  return db.transaction().execute(async (trx) => {
    const userId = await createAccount({ db: trx, now }, input, hash)
    if (userId === undefined) return undefined
    return { userId, tokens: await openSession({ db: trx, now }, { userId, userAgent }) }
  })
}

/**
 * Queues the mail that verifies the address; call it in a transaction. Returns the new id; undefined if the e-mail has
 * an account.
 */
export async function createAccount(
  { db: trx, now }: Pick<Deps, 'db' | 'now'>,
  input: Omit<NewAccount, 'password'>,
  password_hash: string,
): Promise<number | undefined> {
  const row = {
    name: input.name,
    email: input.email,
    email_normalised: normalisedEmail(input.email),
    password_hash,
    locale: input.locale,
    early_pilot: input.earlyPilot ? (1 as const) : (0 as const),
    created: now().toISOString(),
  }
  const inserted = await trx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email_normalised').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return undefined
  await queueMail(trx, { mail: 'verifyEmail', userId: inserted.id })
  await announce(trx, 'member.joined', [{ member: inserted.id }])
  return inserted.id
}
