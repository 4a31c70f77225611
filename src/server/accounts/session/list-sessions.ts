import type { SessionList } from '#contract/accounts.ts'
import { AppError } from '#contract/errors.ts'
import type { Member } from '#server/accounts/person.ts'
import { endSession } from './end-session.ts'
import type { SessionDeps } from './sessions.ts'

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
