import { AppError } from '#contract/errors.ts'
import type { Deps } from '#server/deps.ts'
import { endSession, sessionOf } from './end-session.ts'
import { after, IDLE_MS, issueAccessToken, type SessionDeps, type SessionTokens } from './sessions.ts'
import {
  isGenuine,
  parseRefreshToken,
  type RefreshToken,
  refreshTokenText,
  sha256,
  successorOf,
} from './tokens.ts'

type RefreshDeps = Pick<Deps, 'db' | 'now' | 'log'>
type Session = NonNullable<Awaited<ReturnType<typeof sessionOf>>>

/** For this long a used token still returns its successor: two tabs may refresh at once. */
const REUSE_GRACE_MS = 10_000

export interface Refreshed {
  userId: number
  tokens: SessionTokens
}

/**
 * Exchanges a refresh token. One reused after the grace time may be stolen and ends the session.
 * @throws AppError('tokenInvalid')
 */
export async function refreshSession(deps: RefreshDeps, refreshToken: string): Promise<Refreshed> {
  const token = parseRefreshToken(refreshToken)
  const session = token && (await sessionOf(deps, token.family))
  if (!token || !session) throw new AppError('tokenInvalid')
  const next = successorOf(token, session.secret)
  const refreshed = (await rotate(deps, { token, next, session })) ?? (await reissue(deps, { token, next }))
  if (refreshed) return refreshed
  throw new AppError('tokenInvalid')
}

interface Step {
  token: RefreshToken
  next: RefreshToken
}

/** One conditional update, so only one of concurrent requests with the same token advances the session. */
function rotate(
  { db, now }: RefreshDeps,
  { token, next, session }: Step & { session: Session },
): Promise<Refreshed | undefined> {
  const at = now()
  const idleEnd = after(at, IDLE_MS)
  const { absolute_expires_at: longestEnd } = session
  return db.transaction().execute(async (trx) => {
    const moved = await trx
      .updateTable('sessions')
      .set({
        generation: next.generation,
        token_hash: sha256(next.secret),
        rotated_at: at.toISOString(),
        expires_at: idleEnd < longestEnd ? idleEnd : longestEnd,
      })
      .where('id', '=', token.family)
      .where('generation', '=', token.generation)
      .where('token_hash', '=', sha256(token.secret))
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', at.toISOString())
      .returning(['id', 'user_id', 'expires_at'])
      .executeTakeFirst()
    return moved && refreshed({ db: trx, now }, moved, next)
  })
}

/** Handles a token that is no longer current: returns the same successor again, or ends the session. */
async function reissue(deps: RefreshDeps, { token, next }: Step): Promise<Refreshed | undefined> {
  const session = await sessionOf(deps, token.family)
  const at = deps.now()
  if (!session || session.revoked_at !== null || session.expires_at <= at.toISOString()) return undefined
  if (token.generation >= session.generation || !isGenuine(token, session)) return undefined
  // Negative after the clock was set back; that ends no session.
  const age = at.getTime() - Date.parse(session.rotated_at)
  if (next.generation === session.generation && age <= REUSE_GRACE_MS) return refreshed(deps, session, next)
  await endSession(deps, session.id, 'reuse')
  deps.log.warn({ userId: session.user_id }, 'a used refresh token came back: the session was ended')
  return undefined
}

async function refreshed(
  deps: SessionDeps,
  session: { id: string; user_id: number; expires_at: string },
  next: RefreshToken,
): Promise<Refreshed> {
  const access = await issueAccessToken(deps, session)
  return { userId: session.user_id, tokens: { ...access, refresh_token: refreshTokenText(next) } }
}
