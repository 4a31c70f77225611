import { audit } from '#server/audit.ts'
import { FIRST_ADMIN_ID, insertAdmin } from '#server/db/admin-row.ts'
import type { Deps } from '#server/deps.ts'
import { requireFactors } from './factors/required-factors.ts'
import { normalisedEmail } from './find-account.ts'
import { hashPassword } from './password/password.ts'

interface NewPerson {
  name: string
  email: string
  password: string
}

/**
 * Creates the first admin, for the operator's command line. Returns false if there is an admin. @param factors whether the
 * studio asks for second factors
 */
export async function createAdmin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: NewPerson,
  { factors = false } = {},
): Promise<boolean> {
  const existing = await db.selectFrom('users').select('id').where('role', '=', 'admin').executeTakeFirst()
  if (existing) return false
  const row = await userRow(person, now())
  await db.transaction().execute(async (trx) => {
    await insertAdmin(trx, row)
    const entry = { actor: 'cli', action: 'admin.create', userId: FIRST_ADMIN_ID } as const
    await audit(trx, { ...entry, detail: {}, at: now() })
    if (factors) await requireFactors(trx, { required: true, at: now() })
  })
  return true
}

/** Creates a member for trying the site out, free or with a membership; does nothing if the e-mail has an account. */
export async function createTestMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: NewPerson,
  granted_membership: 'pro' | null,
): Promise<void> {
  const row = { ...(await userRow(person, now())), granted_membership }
  await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email_normalised').doNothing())
    .execute()
}

async function userRow({ name, email, password }: NewPerson, now: Date) {
  const password_hash = await hashPassword(password)
  return { name, email, email_normalised: normalisedEmail(email), password_hash, created: now.toISOString() }
}
