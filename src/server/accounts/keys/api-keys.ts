import type { KeyInput } from '#contract/accounts/keys.ts'
import { AppError } from '#contract/errors.ts'
import { DAY_MS, MINUTE_MS } from '#domain/dates/spans.ts'
import { type KeyScope, MOST_KEYS, scopesOf } from '#domain/people/key-scopes.ts'
import { lockAccount } from '#server/accounts/factors/accept-factor.ts'
import { type Member, personFrom, selectPeople } from '#server/accounts/person.ts'
import { randomSecret, sha256 } from '#server/accounts/session/tokens.ts'
import { audit } from '#server/audit.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/mail/queue-mail.ts'

type KeyDeps = Pick<Deps, 'db' | 'now'>

const KEY = /ngr_[A-Za-z0-9_-]{43}/

/** Keys that are not revoked. */
const liveKeys = (db: Db) => db.selectFrom('api_keys').where('ended_at', 'is', null)
const endLive = (trx: Db, at: Date) =>
  trx.updateTable('api_keys').set({ ended_at: at.toISOString() }).where('ended_at', 'is', null)

/** The member's keys that are not revoked, newest first. */
export async function listKeys({ db }: KeyDeps, { id }: Pick<Member, 'id'>) {
  const shown = liveKeys(db).select(['id', 'name', 'scopes', 'created', 'expires_at', 'last_used'])
  const rows = await shown.where('user_id', '=', id).orderBy('id', 'desc').execute()
  return { keys: rows.map((row) => ({ ...row, scopes: JSON.parse(row.scopes) })) }
}

/**
 * Makes a key, of which only the hash is stored, and tells its owner by mail. @throws AppError('forbidden') for a scope
 * that the member cannot give, 'keysFull'
 */
export async function makeKey(
  { db, now }: KeyDeps,
  member: Member,
  { name, scopes, expires_in_days: days }: KeyInput,
) {
  const given = new Set(scopes)
  if (scopes.some((scope) => !scopesOf(member).includes(scope))) throw new AppError('forbidden')
  const key = `ngr_${randomSecret()}`
  const at = now()
  const created = at.toISOString()
  return db.transaction().execute(async (trx) => {
    await lockAccount(trx, member.id)
    const working = await liveKeys(trx)
      .select('id')
      .where('user_id', '=', member.id)
      .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', created)]))
      .execute()
    if (working.length >= MOST_KEYS) throw new AppError('keysFull')
    const { id } = await trx
      .insertInto('api_keys')
      .values({
        ...{ user_id: member.id, key_hash: sha256(key), name, scopes: JSON.stringify([...given]) },
        created,
        expires_at: days === undefined ? null : new Date(at.getTime() + days * DAY_MS).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const act = { action: 'key.make', detail: { scopes: [...given], api_key: id } } as const
    await audit(trx, { actor: member, ...act, userId: member.id, at })
    await queueMail(trx, { mail: 'keyMade', userId: member.id, key: id, at: created })
    return { id, key }
  })
}

/** Revokes one of the member's keys. @throws AppError('notFound') for any other, or a revoked one */
export async function revokeKey({ db, now }: KeyDeps, member: Member, id: number): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const own = endLive(trx, at).where('user_id', '=', member.id)
    const ended = await own.where('id', '=', id).executeTakeFirst()
    if (ended.numUpdatedRows === 0n) throw new AppError('notFound')
    const detail = { api_key: id }
    await audit(trx, { actor: member, action: 'key.revoke', userId: member.id, detail, at })
  })
}

/** The key in an address, however it is escaped. */
export function keyInAddress(address: string): string | undefined {
  const plain = address.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return KEY.exec(plain)?.[0]
}

/** Revokes a key that others may have read, and tells its owner by mail. Anything else changes nothing. */
export async function revokeLeakedKey({ db, now }: KeyDeps, text: string): Promise<void> {
  const at = now()
  // Made-up keys never wait for the database's writer.
  if (!(await liveKeys(db).select('id').where('key_hash', '=', sha256(text)).executeTakeFirst())) return
  await db.transaction().execute(async (trx) => {
    const ending = endLive(trx, at).where('key_hash', '=', sha256(text))
    const leaked = await ending.returning(['id', 'user_id']).executeTakeFirst()
    if (!leaked) return
    const { id: key, user_id: userId } = leaked
    await audit(trx, { actor: { id: userId }, action: 'key.leak', userId, detail: { api_key: key }, at })
    await queueMail(trx, { mail: 'keyLeaked', userId, key, at: at.toISOString() })
  })
}

/** The holder of a key, in one query. Undefined for an unknown, ended or expired one, or a suspended account. */
export async function memberByKey({ db, now }: KeyDeps, text: string): Promise<Member | undefined> {
  const at = now()
  const rows = await selectPeople(db)
    .innerJoin('api_keys', 'api_keys.user_id', 'users.id')
    .select(['api_keys.id as key', 'api_keys.scopes', 'api_keys.last_used'])
    .where('api_keys.key_hash', '=', sha256(text))
    .where('api_keys.ended_at', 'is', null)
    .where(({ or, eb }) =>
      or([eb('api_keys.expires_at', 'is', null), eb('api_keys.expires_at', '>', at.toISOString())]),
    )
    .where('users.suspended_at', 'is', null)
    .execute()
  const person = personFrom(rows, at)
  if (!person) return undefined
  const { key: id, scopes, last_used } = rows[0]!
  if (!last_used || at.getTime() - Date.parse(last_used) >= MINUTE_MS) {
    const used = db.updateTable('api_keys').set({ last_used: at.toISOString() }).where('id', '=', id)
    // What it is used for goes on where nothing can be written.
    await used.execute().catch(() => {})
  }
  const given: KeyScope[] = JSON.parse(scopes)
  const key = { id, scopes: given.filter((scope) => scopesOf(person).includes(scope)) }
  return { ...person, sessionId: '', key }
}
