import { randomInt } from 'node:crypto'
import type { TesterKeyLine } from '#contract/studio/testers.ts'
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
