import type { ActivityInput } from '#contract/accounts.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Deps } from '#server/deps.ts'
import { localLimit } from '#server/limits/rate-limits.ts'

/** Per IP; more clicks than a person makes. */
const clicks = localLimit({ points: 120, seconds: 60 })

/**
 * Records a click. With a valid access token it belongs to that user, otherwise to nobody.
 * @throws AppError('tooManyRequests')
 */
export async function recordActivity(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { label, meta }: ActivityInput,
  { token, address }: { token: string | undefined; address: string },
): Promise<void> {
  await clicks.take(address)
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
