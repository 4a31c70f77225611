import type { SignedIn } from '#contract/accounts/accounts.ts'
import { AppError, isAppError } from '#contract/errors.ts'
import { SETUP_STEPS, type SetupInput } from '#contract/shop/setup.ts'
import { requireFactors } from '#server/accounts/factors/required-factors.ts'
import { normalisedEmail } from '#server/accounts/find-account.ts'
import { hashPassword, refuseCommonPassword } from '#server/accounts/password/password.ts'
import { openSession, signedIn } from '#server/accounts/session/sessions.ts'
import { audit } from '#server/audit.ts'
import { FIRST_ADMIN_ID, insertAdmin } from '#server/db/admin-row.ts'
import { isUniqueViolation } from '#server/db/database-error.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { publishChange } from '#server/shop/versions.ts'
import { checkSetupCode, hasAdmin, useSetupCode } from './setup-code.ts'

type SetupDeps = Pick<Deps, 'db' | 'now' | 'site' | 'log'>

const ADMIN = { id: FIRST_ADMIN_ID, membership: 'free', role: 'admin' } as const

/**
 * Gives a new shop its name, languages and first admin, and signs in; all or nothing. Of several at once one wins.
 * @throws AppError('setupDone' | 'setupCodeWrong' | 'setupCodeOver' | 'passwordTooCommon' | 'busy')
 */
export async function setUpShop(deps: SetupDeps, input: SetupInput, userAgent: string): Promise<SignedIn> {
  const { db } = deps
  if (await hasAdmin(db)) throw new AppError('setupDone')
  try {
    return await signedIn(deps, FIRST_ADMIN_ID, await setUp(deps, input, userAgent))
  } catch (error) {
    // Somebody else was faster, and has used the code up.
    const isLate = isUniqueViolation(error) || (isAppError(error) && error.code === 'setupCodeOver')
    throw isLate && (await hasAdmin(db)) ? new AppError('setupDone') : error
  }
}

async function setUp({ db, now, site, log }: SetupDeps, input: SetupInput, userAgent: string) {
  await checkSetupCode({ db, now }, input.code)
  await refuseCommonPassword(input.password)
  const password_hash = await hashPassword(input.password)
  return db.transaction().execute(async (trx) => {
    await useSetupCode(trx, input.code)
    await insertFirstAdmin(trx, { ...input, password_hash }, now())
    await trx
      .insertInto('setup_steps')
      .values(SETUP_STEPS.map((step) => ({ step })))
      .execute()
    const { shop: name, shown } = input
    await publishChange({ db: trx, now, site, log }, ADMIN, (settings) => ({
      ...settings,
      identity: { ...settings.identity, name },
      languages: { shown },
    }))
    return openSession({ db: trx, now }, { userId: FIRST_ADMIN_ID, userAgent })
  })
}

async function insertFirstAdmin(
  trx: Trx,
  { name, email, password_hash, locale }: Omit<SetupInput, 'password'> & { password_hash: string },
  at: Date,
): Promise<void> {
  const email_normalised = normalisedEmail(email)
  await insertAdmin(trx, { name, email, email_normalised, password_hash, created: at.toISOString() })
  await trx.updateTable('users').set({ locale }).where('id', '=', FIRST_ADMIN_ID).execute()
  await audit(trx, { actor: ADMIN, action: 'admin.create', userId: FIRST_ADMIN_ID, detail: {}, at })
  await requireFactors(trx, { required: 'later', at, by: ADMIN })
}
