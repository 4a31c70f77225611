import type { Deps } from '#server/deps.ts'
import { type AccountPerson, personFrom, selectPeople } from './person.ts'
import { sha256 } from './session/tokens.ts'

/** A signed-in person. */
export interface Member extends AccountPerson {
  sessionId: string
}

/**
 * The holder of an access token with their present membership, in one query; undefined for an unknown or expired token
 * or an ended session.
 */
export async function memberByAccessToken(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  token: string,
): Promise<Member | undefined> {
  const at = now()
  const rows = await selectPeople(db)
    .innerJoin('access_tokens', 'access_tokens.user_id', 'users.id')
    .innerJoin('sessions', 'sessions.id', 'access_tokens.session_id')
    .select('sessions.id as sessionId')
    .where('access_tokens.token_hash', '=', sha256(token))
    .where('access_tokens.expires_at', '>', at.toISOString())
    .where('sessions.expires_at', '>', at.toISOString())
    .where('sessions.revoked_at', 'is', null)
    .execute()
  const person = personFrom(rows, at)
  return person && { ...person, sessionId: rows[0]!.sessionId }
}
