import { randomInt } from 'node:crypto'
import type { TesterKeyLine, TesterRoom } from '#contract/studio/members/testers.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'

type KeyDeps = Pick<Deps, 'db' | 'now'>

/** Without 0, o, 1, i and l, which are misread. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** 79 bits. */
const LENGTH = 16

/** Makes keys; any number of people may use one. */
export async function makeTesterKeys(
  { db, now }: KeyDeps,
  { count, label, by = 'cli' }: { count: number; label: string; by?: Actor },
): Promise<string[]> {
  const at = now()
  const keys = Array.from({ length: count }, newKey)
  await db.transaction().execute(async (trx) => {
    for (const key of keys) {
      const { id } = await trx
        .insertInto('tester_keys')
        .values({ key, label, created: at.toISOString() })
        .returning('id')
        .executeTakeFirstOrThrow()
      const detail = { key: id, label }
      await audit(trx, { actor: by, action: 'tester_key.made', userId: null, detail, at })
    }
  })
  return keys
}

/** Revokes a key, given as text or id; its testers stay. False for an unknown or revoked one. */
export async function revokeTesterKey(
  { db, now }: KeyDeps,
  key: string | number,
  by: Actor = 'cli',
): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('tester_keys')
      .set({ revoked_at: at.toISOString() })
      .where(typeof key === 'number' ? 'id' : 'key', '=', key)
      .where('revoked_at', 'is', null)
      .returning(['id', 'label'])
      .executeTakeFirst()
    if (!revoked) return false
    const detail = { key: revoked.id, label: revoked.label }
    await audit(trx, { actor: by, action: 'tester_key.revoked', userId: null, detail, at })
    return true
  })
}

/** Keys, oldest first. @param newest returns only this many, the newest */
export async function listTesterKeys(
  { db }: Pick<Deps, 'db'>,
  { newest }: { newest?: number } = {},
): Promise<TesterKeyLine[]> {
  const rows = await db
    .selectFrom('tester_keys')
    .select(['id', 'key', 'label', 'created', 'revoked_at'])
    .select(({ selectFrom, fn }) =>
      selectFrom('testers')
        .select(fn.countAll<number | string>().as('count'))
        .whereRef('testers.key_id', '=', 'tester_keys.id')
        .as('testers'),
    )
    .orderBy('id', 'desc')
    .$if(newest !== undefined, (query) => query.limit(newest!))
    .execute()
  return rows.map((row) => ({ ...row, testers: Number(row.testers) })).toReversed()
}

function newKey(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}

/** The testers in the order they joined. One who deleted the account counts but is not listed. */
export async function listTesters({ db }: Pick<Deps, 'db'>) {
  const spots = await db.selectFrom('tester_spots').select(['taken', 'total']).executeTakeFirstOrThrow()
  const testers = await db
    .selectFrom('testers')
    .innerJoin('users', 'users.id', 'testers.user_id')
    .leftJoin('tester_keys', 'tester_keys.id', 'testers.key_id')
    .select(['users.id', 'users.name', 'users.email', 'testers.key_id', 'tester_keys.label'])
    .select(['testers.claimed_at', 'testers.ended_at'])
    .orderBy('testers.claimed_at')
    .orderBy('testers.user_id')
    .execute()
  return { ...spots, testers }
}

/** Most keys that the studio lists. */
const NEWEST_KEYS = 500

/** The spots, the keys and who used them. */
export async function testerRoom(deps: Pick<Deps, 'db'>): Promise<TesterRoom> {
  const [list, keys] = await Promise.all([listTesters(deps), listTesterKeys(deps, { newest: NEWEST_KEYS })])
  return { ...list, keys: keys.toReversed() }
}

/** How many spots are taken. */
export async function countTesters({ db }: Pick<Deps, 'db'>): Promise<{ count: number }> {
  const { taken } = await db.selectFrom('tester_spots').select('taken').executeTakeFirstOrThrow()
  return { count: taken }
}
