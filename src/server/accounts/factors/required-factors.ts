import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/schema.ts'

const KEY = 'secondFactors'

/**
 * Whether the studio is only for those with a second factor. `admin create` says so for a new shop; without the row, as
 * in a shop from before, it is not.
 */
export async function areFactorsRequired(db: Db): Promise<boolean> {
  const row = await db.selectFrom('operations').select('value').where('key', '=', KEY).executeTakeFirst()
  return row !== undefined && JSON.parse(row.value).required === true
}

/** Decides it, for the operator's command line. */
export async function requireFactors(
  trx: Db,
  { required, at }: { required: boolean; at: Date },
): Promise<void> {
  const value = JSON.stringify({ required })
  await trx
    .insertInto('operations')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
  await audit(trx, { actor: 'cli', action: 'factor.require', userId: null, detail: { required }, at })
}
