import type { Kysely } from 'kysely'
import { AppError } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { after } from '#server/accounts/session/sessions.ts'
import { randomSecret, sha256 } from '#server/accounts/session/tokens.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type TokenDeps = Pick<Deps, 'db' | 'now'>
export type MailTokenPurpose = Database['mail_tokens']['purpose']

/** Life of a token from when it is mailed. */
export const MAIL_TOKEN_HOURS: Record<MailTokenPurpose, number> = { verifyEmail: 24, resetPassword: 1 }

/** Makes a token for a mail to this address; only its hash is stored. */
export async function makeMailToken(
  { db, now }: TokenDeps,
  { userId, email, purpose }: { userId: number; email: string; purpose: MailTokenPurpose },
): Promise<string> {
  const token = randomSecret()
  const at = now()
  await db
    .insertInto('mail_tokens')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      purpose,
      email,
      created: at.toISOString(),
      expires_at: after(at, MAIL_TOKEN_HOURS[purpose] * HOUR_MS),
    })
    .execute()
  return token
}

/** Deletes a token whose mail was not sent. */
export async function dropMailToken({ db }: Pick<TokenDeps, 'db'>, token: string): Promise<void> {
  await db.deleteFrom('mail_tokens').where('token_hash', '=', sha256(token)).execute()
}

export interface MailTokenOwner {
  userId: number
  /** The account's address. */
  email: string
  /** The address that the token was mailed to. */
  mailedTo: string
}

/** The owner of a valid token, mailed to the account's present or new address. @throws AppError('mailTokenInvalid') */
export async function ownerOfMailToken(
  { db, now }: TokenDeps,
  { token, purpose }: { token: string; purpose: MailTokenPurpose },
): Promise<MailTokenOwner> {
  const row = await db
    .selectFrom('mail_tokens')
    .innerJoin('users', 'users.id', 'mail_tokens.user_id')
    .select(['users.id as userId', 'users.email', 'mail_tokens.email as mailedTo'])
    .where('mail_tokens.token_hash', '=', sha256(token))
    .where('mail_tokens.purpose', '=', purpose)
    .where('mail_tokens.used_at', 'is', null)
    .where('mail_tokens.expires_at', '>', now().toISOString())
    .where(({ or, eb, ref }) => {
      const present = eb('mail_tokens.email', '=', ref('users.email'))
      return purpose === 'verifyEmail'
        ? or([present, eb('mail_tokens.email', '=', ref('users.new_email'))])
        : present
    })
    .executeTakeFirst()
  if (!row) throw new AppError('mailTokenInvalid')
  return row
}

/**
 * Uses up a token and its owner's other tokens of the purpose, in the caller's transaction; only one of concurrent
 * requests succeeds. @throws AppError('mailTokenInvalid')
 */
export async function useMailToken(
  trx: Kysely<Database>,
  { token, purpose, at }: { token: string; purpose: MailTokenPurpose; at: Date },
): Promise<MailTokenOwner> {
  const owner = await ownerOfMailToken({ db: trx, now: () => at }, { token, purpose })
  const used = await voidMailTokens(trx, { userId: owner.userId, purpose, at })
  if (!used.includes(sha256(token))) throw new AppError('mailTokenInvalid')
  return owner
}

/** Invalidates a person's unused tokens of a purpose; returns their hashes. */
export async function voidMailTokens(
  trx: Kysely<Database>,
  { userId, purpose, at }: { userId: number; purpose: MailTokenPurpose; at: Date },
): Promise<string[]> {
  const rows = await trx
    .updateTable('mail_tokens')
    .set({ used_at: at.toISOString() })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .returning('token_hash')
    .execute()
  return rows.map(({ token_hash }) => token_hash)
}
