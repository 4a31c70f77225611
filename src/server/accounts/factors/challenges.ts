import { AppError } from '#contract/errors.ts'
import { after } from '#server/accounts/session/sessions.ts'
import { randomSecret, sha256 } from '#server/accounts/session/tokens.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type ChallengeDeps = Pick<Deps, 'db' | 'now'>

export type ChallengePurpose = Database['factor_challenges']['purpose']

/** Long enough to look for a phone. */
export const CHALLENGE_MS = 10 * 60_000

interface Bound {
  purpose: ChallengePurpose
  /** Null: known only after the answer. */
  userId: number | null
  /** Of the signed-in member. */
  sessionId?: string
}

/**
 * Makes the text that a passkey signs; it also identifies a sign-in that waits for its second factor. @returns 256
 * random bits, base64url
 */
export async function makeChallenge(
  { db, now }: ChallengeDeps,
  { purpose, userId, sessionId = '' }: Bound,
): Promise<string> {
  const challenge = randomSecret()
  await db
    .insertInto('factor_challenges')
    .values({
      challenge_hash: sha256(challenge),
      purpose,
      user_id: userId,
      session_id: sessionId || null,
      expires_at: after(now(), CHALLENGE_MS),
    })
    .execute()
  return challenge
}

/** The account whose sign-in waits for this challenge. @throws AppError('challengeExpired') */
export async function ownerOfChallenge({ db, now }: ChallengeDeps, challenge: string): Promise<number> {
  const row = await db
    .selectFrom('factor_challenges')
    .select('user_id')
    .where('challenge_hash', '=', sha256(challenge))
    .where('purpose', '=', 'signIn')
    .where('expires_at', '>', now().toISOString())
    .executeTakeFirst()
  if (!row?.user_id) throw new AppError('challengeExpired')
  return row.user_id
}

/**
 * Uses a challenge up, in the caller's transaction, so only one answer to it counts. @throws
 * AppError('challengeExpired')
 */
export async function useChallenge(
  trx: Db,
  now: Date,
  { challenge, purpose, userId, sessionId = '' }: Bound & { challenge: string },
): Promise<void> {
  const used = await trx
    .deleteFrom('factor_challenges')
    .where('challenge_hash', '=', sha256(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', userId === null ? 'is' : '=', userId)
    .where('session_id', sessionId ? '=' : 'is', sessionId || null)
    .where('expires_at', '>', now.toISOString())
    .returning('challenge_hash')
    .executeTakeFirst()
  if (!used) throw new AppError('challengeExpired')
}
