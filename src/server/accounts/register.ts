import type { RegisterAnswer, RegisterInput } from '#contract/accounts.ts'
import type { Locale } from '#domain/address/locale-path.ts'
import type { Deps } from '#server/deps.ts'
import { normalisedEmail } from './email.ts'
import { queueVerification } from './mail/verification.ts'
import { refuseCommonPassword } from './password/common-passwords.ts'
import { hashPassword } from './password/password.ts'
import { signIn } from './session/sessions.ts'

type NewAccount = RegisterInput & { locale: Locale }
type RegisterDeps = Pick<Deps, 'db' | 'now' | 'rateLimits'>

/**
 * Creates an account and signs it in; answers EMAIL_EXISTS for a taken e-mail, also when two register it at once.
 * @throws AppError('passwordTooCommon' | 'tooManyRequests' | 'busy')
 */
export async function register(
  deps: RegisterDeps,
  input: NewAccount,
  { address, userAgent }: { address: string; userAgent: string },
): Promise<RegisterAnswer> {
  await refuseCommonPassword(input.password)
  await deps.rateLimits.registrations.take(address)
  const userId = (await isTaken(deps, input.email)) ? undefined : await insertUser(deps, input)
  if (userId === undefined) return { status: 'EMAIL_EXISTS' }
  return signIn(deps, { userId, userAgent })
}

async function isTaken({ db }: RegisterDeps, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email_normalised', '=', normalisedEmail(email))
    .executeTakeFirst()
  return found !== undefined
}

/** The new account's id; undefined where the e-mail was taken meanwhile. */
async function insertUser({ db, now }: RegisterDeps, input: NewAccount): Promise<number | undefined> {
  const row = {
    name: input.name,
    email: input.email,
    email_normalised: normalisedEmail(input.email),
    password_hash: await hashPassword(input.password),
    locale: input.locale,
    early_pilot: input.earlyPilot ? (1 as const) : (0 as const),
    created: now().toISOString(),
  }
  return db.transaction().execute(async (trx) => {
    const inserted = await trx
      .insertInto('users')
      .values(row)
      .onConflict((conflict) => conflict.column('email_normalised').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (inserted) await queueVerification(trx, inserted)
    return inserted?.id
  })
}
