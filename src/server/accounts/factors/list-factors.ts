import type { FactorList } from '#contract/factors.ts'
import type { Deps } from '#server/deps.ts'

/** An account's second factors, oldest first, without secrets. */
export async function listFactors({ db }: Pick<Deps, 'db'>, userId: number): Promise<FactorList> {
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created', 'last_used'])
    .where('user_id', '=', userId)
    .orderBy('created')
    .execute()
  const app = await db
    .selectFrom('authenticator_apps')
    .select(['created', 'last_used'])
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const { left } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return { passkeys, app: app ?? null, recovery_codes: Number(left) }
}
