import { randomInt } from 'node:crypto'
import { AppError } from '#contract/errors.ts'
import { HOUR_MS } from '#domain/dates/spans.ts'
import { sha256 } from '#server/accounts/session/tokens.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

type CodeDeps = Pick<Deps, 'db' | 'now'>

/** A wrong one counts for every code, at whatever process, since a code is short enough to type. */
const TRIES = 5
/** Without 0, o, 1, i and l, which are misread; 79 bits. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
const GROUPS = 4

export async function hasAdmin(db: Db): Promise<boolean> {
  const admin = db.selectFrom('users').select('id').where('role', '=', 'admin')
  return (await admin.executeTakeFirst()) !== undefined
}

/** Makes a code that opens the setup. Each process of a fleet prints its own, so former ones open it, too, for their hour. */
export async function newSetupCode({ db, now }: CodeDeps): Promise<string> {
  const group = () => Array.from({ length: 4 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  const code = Array.from({ length: GROUPS }, group).join('-')
  const at = now()
  await db.deleteFrom('setup_codes').where('expires_at', '<=', at.toISOString()).execute()
  await db
    .insertInto('setup_codes')
    .values({
      ...{ id: randomInt(2 ** 31), hash: hashOf(code), tries_left: TRIES },
      expires_at: new Date(at.getTime() + HOUR_MS).toISOString(),
    })
    .execute()
  return code
}

/** No code that was printed before opens the setup any more. */
export async function dropSetupCodes(db: Db): Promise<void> {
  await db.deleteFrom('setup_codes').execute()
}

/** Counts a try first, so that many at once are no more than five. @throws AppError('setupCodeWrong' | 'setupCodeOver') */
export async function checkSetupCode({ db, now }: CodeDeps, code: string): Promise<void> {
  const tried = await db
    .updateTable('setup_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now().toISOString())
    .returning(['id', 'hash', 'tries_left'])
    .execute()
  if (tried.length === 0) throw new AppError('setupCodeOver')
  if (!tried.some(({ hash }) => hash === hashOf(code))) {
    const tries_left = Math.max(...tried.map((row) => row.tries_left))
    throw new AppError('setupCodeWrong', '', { fields: { tries_left } })
  }
  // Only wrong ones count.
  const ids = tried.map(({ id }) => id)
  await db
    .updateTable('setup_codes')
    .set(({ eb }) => ({ tries_left: eb('tries_left', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

/** Uses all codes up, in the transaction of what one opens. @throws AppError('setupCodeOver') if it is no longer one */
export async function useSetupCode(trx: Trx, code: string): Promise<void> {
  const used = await trx.deleteFrom('setup_codes').returning('hash').execute()
  if (!used.some(({ hash }) => hash === hashOf(code))) throw new AppError('setupCodeOver')
}

/** However it was typed. */
const hashOf = (code: string) => sha256(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
