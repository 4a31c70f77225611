import { AppError } from '#contract/errors.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

/** Other text is rejected without a query. */
const TESTER_KEY = /^[0-9a-z]{16}$/

type KeyDeps = Pick<Deps, 'db' | 'rateLimits'>

/**
 * Checks a tester's key; wrong keys count per `address`, an IP. @returns the key's id @throws AppError('invalidKey'),
 * 'tooManyRequests' after too many wrong keys
 */
export async function checkTesterKey(
  { db, rateLimits }: KeyDeps,
  { key, address }: { key: string; address: string },
): Promise<number> {
  await rateLimits.testerKeys.take(address)
  const keyId = await findKey(db, key)
  await rateLimits.testerKeys.forget(address)
  return keyId
}

/**
 * Makes a person an early tester. Claiming again changes nothing and gives the same answer. @throws
 * AppError('soldOut'), 'forbidden' for the admin, who needs no spot, and for a tester who ended the licence, else as
 * checkTesterKey()
 */
export async function claimSpot(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  person: Person,
  { key, address }: { key: string; address: string },
): Promise<{ status: 'OK' }> {
  const keyId = await checkTesterKey({ db, rateLimits }, { key, address })
  if (isAdmin(person)) throw new AppError('forbidden', 'the admin has every right already')
  const userId = person.id
  const at = now()
  await db.transaction().execute(async (trx) => {
    if (!(await isNewTester(trx, { userId, keyId, at }))) return
    await takeSpot(trx)
    const detail = { key: keyId }
    await audit(trx, { actor: { id: userId }, action: 'tester.joined', userId, detail, at })
    await queueMail(trx, { mail: 'testerWelcome', userId })
  })
  return { status: 'OK' }
}

async function findKey(db: Deps['db'], key: string): Promise<number> {
  const found =
    TESTER_KEY.test(key) &&
    (await db
      .selectFrom('tester_keys')
      .select('id')
      .where('key', '=', key)
      .where('revoked_at', 'is', null)
      .executeTakeFirst())
  if (!found) throw new AppError('invalidKey')
  return found.id
}

/** False for a tester. Concurrent claims of one person wait for each other here. */
async function isNewTester(
  trx: Trx,
  { userId, keyId, at }: { userId: number; keyId: number; at: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('testers')
    .values({ user_id: userId, key_id: keyId, claimed_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows) return true
  const { ended_at } = await trx
    .selectFrom('testers')
    .select('ended_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (ended_at !== null) throw new AppError('forbidden', 'this licence was ended')
  return false
}

/** One statement decides, so concurrent claims never exceed the total. */
async function takeSpot(trx: Trx): Promise<void> {
  const spots = await trx
    .updateTable('tester_spots')
    .set(({ eb }) => ({ taken: eb('taken', '+', 1) }))
    .whereRef('taken', '<', 'total')
    .returning(['taken', 'total'])
    .executeTakeFirst()
  if (!spots) throw new AppError('soldOut')
  // The landing pages stop looking for testers.
  if (spots.taken === spots.total) await invalidate(trx, ['testers'])
}
