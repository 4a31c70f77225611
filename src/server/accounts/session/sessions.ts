import type { SignedIn } from '#contract/accounts/accounts.ts'
import { AppError } from '#contract/errors.ts'
import { DAY_MS } from '#domain/dates/spans.ts'
import type { FactorKind } from '#domain/people/proof.ts'
import { RETENTION_DAYS } from '#domain/privacy/retention.ts'
import { findPerson } from '#server/accounts/person.ts'
import type { Deps } from '#server/deps.ts'
import { newAccessToken, newFamily, randomSecret, refreshTokenText, sha256 } from './tokens.ts'

export type SessionDeps = Pick<Deps, 'db' | 'now'>

const SECOND = 1000
const ACCESS_TOKEN_SECONDS = 900
/** A session ends when it is not refreshed for this long. */
export const IDLE_MS = RETENTION_DAYS.idleSessions * DAY_MS
/** No session lasts longer. */
export const LONGEST_MS = RETENTION_DAYS.sessions * DAY_MS
const USER_AGENT_LENGTH = 300

/** What the client stores; `expires_in` is the access token's life in seconds. */
export interface SessionTokens {
  access_token: string
  refresh_token: string
  expires_in: number
}

/** Who signs in, and with which proof. */
export interface NewSession {
  userId: number
  userAgent: string
  /** Default: the password alone. */
  proof?: SessionProof
}

/** As in the columns of a session. */
export interface SessionProof {
  password_at: string | null
  factor_at: string | null
  factor: FactorKind | null
}

/** Starts a session and returns the answer of register and login. */
export async function signIn(deps: SessionDeps, who: NewSession): Promise<SignedIn> {
  return signedIn(deps, who.userId, await openSession(deps, who))
}

export async function signedIn(
  { db, now }: SessionDeps,
  userId: number,
  tokens: SessionTokens,
): Promise<SignedIn> {
  const person = await findPerson(db, userId, now())
  if (!person) throw new Error('the account of a session is gone')
  const { id, name, membership, email, role } = person
  const user = { id, name, membership, email, ...(role && { role }) }
  return { status: 'OK', user, ...tokens }
}

/** Starts a session: one sign-in on one device. @throws AppError('suspended') */
export async function openSession(
  { db, now }: SessionDeps,
  { userId, userAgent, proof }: NewSession,
): Promise<SessionTokens> {
  const user = db.selectFrom('users').select('suspended_at').where('id', '=', userId)
  if ((await user.executeTakeFirst())?.suspended_at) throw new AppError('suspended')
  const at = now()
  const token = { family: newFamily(), generation: 0, secret: randomSecret() }
  const session = {
    id: token.family,
    user_id: userId,
    generation: token.generation,
    token_hash: sha256(token.secret),
    secret: randomSecret(),
    user_agent: userAgent.slice(0, USER_AGENT_LENGTH),
    created: at.toISOString(),
    rotated_at: at.toISOString(),
    expires_at: after(at, IDLE_MS),
    absolute_expires_at: after(at, LONGEST_MS),
    ...(proof ?? { password_at: at.toISOString(), factor_at: null, factor: null }),
  }
  await db.insertInto('sessions').values(session).execute()
  const access = await issueAccessToken({ db, now }, session)
  return { ...access, refresh_token: refreshTokenText(token) }
}

/** Issues an access token, which never outlives its session. */
export async function issueAccessToken(
  { db, now }: SessionDeps,
  session: { id: string; user_id: number; expires_at: string },
): Promise<Pick<SessionTokens, 'access_token' | 'expires_in'>> {
  const at = now()
  const access_token = newAccessToken()
  const sessionSeconds = Math.floor((Date.parse(session.expires_at) - at.getTime()) / SECOND)
  const expires_in = Math.max(0, Math.min(ACCESS_TOKEN_SECONDS, sessionSeconds))
  const row = {
    token_hash: sha256(access_token),
    session_id: session.id,
    user_id: session.user_id,
    created: at.toISOString(),
    expires_at: after(at, expires_in * SECOND),
  }
  await db.insertInto('access_tokens').values(row).execute()
  return { access_token, expires_in }
}

/** ISO instant. */
export function after(at: Date, ms: number): string {
  return new Date(at.getTime() + ms).toISOString()
}
