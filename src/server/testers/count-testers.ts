import type { TesterCount } from '#contract/testers.ts'
import type { Deps } from '#server/deps.ts'

/** How many spots are taken at this moment; one row is read. */
export async function countTesters({ db }: Pick<Deps, 'db'>): Promise<TesterCount> {
  const { taken } = await db.selectFrom('tester_spots').select('taken').executeTakeFirstOrThrow()
  return { count: taken }
}
