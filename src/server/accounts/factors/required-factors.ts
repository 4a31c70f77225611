import { type Actor, audit } from '#server/audit.ts'
import type { Db } from '#server/db/schema.ts'

const KEY = 'secondFactors'

/** `later`: as soon as the first admin has one, so that a new shop can be set up before. */
type Required = boolean | 'later'

/**
 * Whether the studio is only for those with a second factor. `admin create` and the setup say so for a new shop; without
 * the row, as in a shop from before, it is not.
 */
export async function areFactorsRequired(db: Db): Promise<boolean> {
  const row = await db.selectFrom('operations').select('value').where('key', '=', KEY).executeTakeFirst()
  const required: Required = row !== undefined && JSON.parse(row.value).required
  return required === 'later' ? hasAdminFactor(db) : required === true
}

/** Whether an admin has a second factor. */
export async function hasAdminFactor(db: Db): Promise<boolean> {
  const admins = db.selectFrom('users').select('id').where('role', '=', 'admin')
  const passkey = await db
    .selectFrom('passkeys')
    .select('id')
    .where('user_id', 'in', admins)
    .executeTakeFirst()
  if (passkey) return true
  const app = await db
    .selectFrom('authenticator_apps')
    .select('user_id')
    .where('user_id', 'in', admins)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  return app !== undefined
}

/** Decides it, for the operator's command line and the setup. */
export async function requireFactors(
  trx: Db,
  { required, at, by = 'cli' }: { required: Required; at: Date; by?: Actor },
): Promise<void> {
  const value = JSON.stringify({ required })
  await trx
    .insertInto('operations')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await audit(trx, { actor: by, action: 'factor.require', userId: null, detail: { required }, at })
}
