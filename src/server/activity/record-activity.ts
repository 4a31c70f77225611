import type { ActivityInput } from '#contract/accounts.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Deps } from '#server/deps.ts'

/** Records a click, of the access token's user or of nobody. */
export async function recordActivity(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { label, meta }: ActivityInput,
  token: string | undefined,
): Promise<void> {
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
