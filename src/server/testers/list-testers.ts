import type { TesterRoom } from '#contract/studio/testers.ts'
import type { Deps } from '#server/deps.ts'
import { listTesterKeys } from './tester-keys.ts'

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
