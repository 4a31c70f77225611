import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type CodeDeps = Pick<Deps, 'db' | 'now'>

const CODE = 1
/** Of all processes together, since a code is short enough to type. */
const TRIES = 5
/** Without 0, o, 1, i and l, which are misread; 79 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 4

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('role', '=', 'admin')
  return (await admin.executeTakeFirst()) !== undefined
}

/** Makes the code that opens the setup; a former one no longer does. */
export async function newSetupCode({ db, now }: CodeDeps): Promise<string> {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const code = Array.from({ length: GROUPS }, group).join('-')
  const row = {
    hash: hashOf(code),
    tries_left: TRIES,
    expires_at: new Date(now().getTime() + HOUR_MS).toISOString(),
  }
  await db
    .insertInto('setup_codes')
    .values({ id: CODE, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  return code
}

/** Counts a try first, so that many at once are no more than five. @throws AppError('setupCodeWrong' | 'setupCodeOver') */
export async function checkSetupCode({ db, now }: CodeDeps, code: string): Promise<void> {
  const tried = await db
    .updateTable('setup_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now().toISOString())
    .returning(['hash', 'tries_left'])
    .executeTakeFirst()
  if (!tried) throw new AppError('setupCodeOver')
  if (tried.hash !== hashOf(code))
    throw new AppError('setupCodeWrong', '', { fields: { tries_left: tried.tries_left } })
  // Only wrong ones count.
  await db
    .updateTable('setup_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '+', 1) }))
    .where('hash', '=', tried.hash)
    .execute()
}

/** Uses the code up, in the transaction of what it opens. @throws AppError('setupCodeOver') if it is no longer the code */
export async function useSetupCode(trx: Trx, code: string): Promise<void> {
  const used = await trx
    .deleteFrom('setup_codes')
    .where('hash', '=', hashOf(code))
    .returning('id')
    .executeTakeFirst()
  if (!used) throw new AppError('setupCodeOver')
}

/** However it was typed. */
const hashOf = (code: string) => sha256(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
