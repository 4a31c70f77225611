import type { ActivityInput } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Deps } from '#server/deps.ts'
import { Quota } from '#server/limits/quota.ts'

/** More clicks than a hand makes. */
const WINDOW_SECONDS = 60
const clicks = new Quota({ points: 120, seconds: WINDOW_SECONDS })

/**
 * Writes a click down, in one statement. Whose access token it came with is noted where the token is good; a click is
 * never lost for a token that is not.
 * @throws AppError('tooManyRequests')
 */
export async function recordActivity(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { label, meta }: ActivityInput,
  { token, address }: { token: string | undefined; address: string },
): Promise<void> {
  if (!clicks.take(address, now()))
    throw new AppError('tooManyRequests', '', { retryAfterSeconds: WINDOW_SECONDS })
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
