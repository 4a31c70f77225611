import type { Deps } from '#server/deps.ts'
import type { NewPerson } from './create-admin.ts'
import { normalisedEmail } from './email.ts'
import { hashPassword } from './password/password.ts'

/** Creates a member with pro rights for trying the site out; does nothing where the e-mail has an account. */
export async function createTestMember(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: NewPerson,
): Promise<void> {
  const email = normalisedEmail(person.email)
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('email_normalised', '=', email)
    .executeTakeFirst()
  if (found) return
  const row = {
    name: person.name,
    email: person.email,
    email_normalised: email,
    password_hash: await hashPassword(person.password),
    granted_membership: 'pro' as const,
    created: now().toISOString(),
  }
  await db
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('email_normalised').doNothing())
    .execute()
}
