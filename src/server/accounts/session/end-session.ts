import type { SessionList } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Member } from '#server/accounts/person.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionDeps } from './sessions.ts'
import { isGenuine, parseRefreshToken } from './tokens.ts'

export type EndReason = NonNullable<Database['sessions']['revoked_reason']>

/** Signs a device out by any refresh token its session ever issued; ignores other text. */
export async function logout(deps: SessionDeps, refreshToken: string): Promise<void> {
  const token = parseRefreshToken(refreshToken)
  const session = token && (await sessionOf(deps, token.family))
  if (session && isGenuine(token, session)) await endSession(deps, session.id, 'logout')
}

/** Undefined when the session is gone. */
export function sessionOf({ db }: Pick<Deps, 'db'>, id: string) {
  return db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Ends a session and its access tokens. Ending it again changes nothing. */
export async function endSession({ db, now }: SessionDeps, id: string, reason: EndReason): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now().toISOString(), revoked_reason: reason })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('access_tokens').where('session_id', '=', id).execute()
}

/**
 * Signs a person out everywhere, and forgets their devices and sign-ins that wait for a second factor. @param kept a
 * session that stays
 */
export async function endSessionsOf(
  { db, now }: SessionDeps,
  userId: number,
  reason: EndReason,
  kept = '',
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now().toISOString(), revoked_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '<>', kept)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('access_tokens').where('user_id', '=', userId).where('session_id', '<>', kept).execute()
  await db.deleteFrom('known_devices').where('user_id', '=', userId).where('session_id', '<>', kept).execute()
  await db.deleteFrom('factor_challenges').where('user_id', '=', userId).execute()
}

/** The member's live sessions, last used first. */
export async function listSessions(
  deps: SessionDeps,
  member: Pick<Member, 'id' | 'sessionId'>,
): Promise<SessionList> {
  const rows = await liveSessions(deps, member)
    .select(['id', 'user_agent', 'created', 'rotated_at'])
    .orderBy('rotated_at', 'desc')
    .execute()
  const sessions = rows.map(({ rotated_at, ...row }) => ({
    ...row,
    last_used: rotated_at,
    current: row.id === member.sessionId,
  }))
  return { sessions }
}

/** Signs out one of the member's devices and forgets it. @throws AppError('notFound') for any other or ended session */
export async function endOwnSession(deps: SessionDeps, member: Member, id: string): Promise<void> {
  const own = await liveSessions(deps, member).select('id').where('id', '=', id).executeTakeFirst()
  if (!own) throw new AppError('notFound')
  await endSession(deps, id, 'logout')
  await deps.db.deleteFrom('known_devices').where('session_id', '=', id).execute()
}

function liveSessions({ db, now }: SessionDeps, { id }: Pick<Member, 'id'>) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now().toISOString())
}
