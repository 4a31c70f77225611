import { randomInt } from 'node:crypto'
import { audit } from '#server/audit.ts'
import type { Deps } from '#server/deps.ts'

type KeyDeps = Pick<Deps, 'db' | 'now'>

/** Without 0, o, 1, i and l, which are misread. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
/** 79 bits. */
const LENGTH = 16

export interface TesterKey {
  key: string
  /** For whom or where it was made. */
  label: string
  created: string
  revoked_at: string | null
  /** Number of testers who used it. */
  testers: number
}

/** Makes keys; any number of people may use one. */
export async function makeTesterKeys(
  { db, now }: KeyDeps,
  { count, label }: { count: number; label: string },
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
      await audit(trx, { actor: 'cli', action: 'tester_key.made', userId: null, detail, at })
    }
  })
  return keys
}

/** Its testers stay. False for an unknown or revoked key. */
export async function revokeTesterKey({ db, now }: KeyDeps, key: string): Promise<boolean> {
  const at = now()
  return db.transaction().execute(async (trx) => {
    const revoked = await trx
      .updateTable('tester_keys')
      .set({ revoked_at: at.toISOString() })
      .where('key', '=', key)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!revoked) return false
    const detail = { key: revoked.id }
    await audit(trx, { actor: 'cli', action: 'tester_key.revoked', userId: null, detail, at })
    return true
  })
}

/** All keys, oldest first. */
export async function listTesterKeys({ db }: Pick<Deps, 'db'>): Promise<TesterKey[]> {
  const rows = await db
    .selectFrom('tester_keys')
    .leftJoin('testers', 'testers.key_id', 'tester_keys.id')
    .select(['tester_keys.key', 'tester_keys.label', 'tester_keys.created', 'tester_keys.revoked_at'])
    .select(({ fn }) => fn.count<number | string>('testers.user_id').as('testers'))
    .groupBy('tester_keys.id')
    .orderBy('tester_keys.id')
    .execute()
  return rows.map((row) => ({ ...row, testers: Number(row.testers) }))
}

function newKey(): string {
  return Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
}
