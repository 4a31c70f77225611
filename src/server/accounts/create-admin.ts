import { ADMIN_ID } from '#domain/membership/membership.ts'
import { insertAdmin } from '#server/db/admin-row.ts'
import type { Deps } from '#server/deps.ts'
import { normalisedEmail } from './email.ts'
import { hashPassword } from './password/password.ts'

export interface NewPerson {
  name: string
  email: string
  password: string
}

/** Creates the account of id 1, for the operator's command line. Returns false where it exists. */
export async function createAdmin(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  person: NewPerson,
): Promise<boolean> {
  const existing = await db.selectFrom('users').select('id').where('id', '=', ADMIN_ID).executeTakeFirst()
  if (existing) return false
  await insertAdmin(db, {
    name: person.name,
    email: person.email,
    email_normalised: normalisedEmail(person.email),
    password_hash: await hashPassword(person.password),
    created: now().toISOString(),
  })
  return true
}
