import { randomInt } from 'node:crypto'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Db } from '#server/db/schema.ts'

const HOW_MANY = 10
/** Without letters that look like digits (0 1 i l o u): 30 to the 16th are 78 bits, too many to guess. */
const LETTERS = '23456789abcdefghjkmnpqrstvwxyz'
const LENGTH = 16

/** Replaces an account's codes, in the caller's transaction. @returns the new ones, which are stored only hashed */
export async function replaceRecoveryCodes(trx: Db, userId: number, now: Date): Promise<string[]> {
  const codes = Array.from({ length: HOW_MANY }, newCode)
  await deleteRecoveryCodes(trx, userId)
  const created = now.toISOString()
  await trx
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ code_hash: hashOf(userId, code), user_id: userId, created })))
    .execute()
  return codes
}

export async function deleteRecoveryCodes(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
}

/** Accepts a code once, in any case and with or without its dashes. */
export async function acceptRecoveryCode(trx: Db, userId: number, code: string): Promise<boolean> {
  const used = await trx
    .deleteFrom('recovery_codes')
    .where('code_hash', '=', hashOf(userId, code))
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

/** `xxxx-xxxx-xxxx-xxxx` */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(/.{4}(?=.)/g, '$&-')
}

function hashOf(userId: number, code: string): string {
  const letters = code
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
  return sha256(`${userId} ${letters}`)
}
