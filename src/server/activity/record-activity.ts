import type { ActivityInput } from '#contract/accounts.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Deps } from '#server/deps.ts'

interface Clicker {
  /** Access token; without a valid one it is nobody's click. */
  token: string | undefined
  /** IP address; see Visitor. Never stored. */
  address: string
}

/** Records a click, of the access token's user or of nobody. A result of a search that is opened again is not recorded. */
export async function recordActivity(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { label, meta }: ActivityInput,
  { token, address }: Clicker,
): Promise<void> {
  if (
    label === 'RESULT_CLICK' &&
    !(await rateLimits.resultClicks.allows(`${address} ${meta.id} ${meta.path}`))
  )
    return
  const created = now().toISOString()
  const member = db
    .selectFrom('access_tokens')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .select('access_tokens.user_id')
    .where('access_tokens.token_hash', '=', sha256(token ?? ''))
    .where('access_tokens.expires_at', '>', created)
    .where('sessions.revoked_at', 'is', null)
  await db
    .insertInto('activities')
    .values({ user_id: member, label, meta: JSON.stringify(meta), created })
    .execute()
}
