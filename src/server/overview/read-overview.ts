import type { Overview, OverviewQuery } from '#contract/studio/overview.ts'
import { MOST_COUNTED } from '#contract/studio/overview.ts'
import { LIBRARY_STATES } from '#domain/clips/library-state.ts'
import { isAdmin, type Person } from '#domain/membership/membership.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { readBusiness } from './business.ts'
import { readQueue } from './queue.ts'

/** How the shop is doing; editors see only the library and its queue. */
export async function readOverview(
  deps: Pick<Deps, 'db' | 'now' | 'files' | 'backsUp'>,
  person: Person,
  query: OverviewQuery,
): Promise<Overview> {
  return {
    library: await countLibrary(deps.db),
    ...(await readQueue(deps.db)),
    business: isAdmin(person) ? await readBusiness(deps, query) : null,
  }
}

async function countLibrary(db: Db): Promise<Overview['library']> {
  const counts = LIBRARY_STATES.map(async (state) => {
    const some = db.selectFrom('library').select('id').where('state', '=', state).limit(MOST_COUNTED)
    const { rows } = await db
      .selectFrom(some.as('some'))
      .select(({ fn }) => fn.countAll<number | string>().as('rows'))
      .executeTakeFirstOrThrow()
    return [state, Number(rows)] as const
  })
  return Object.fromEntries(await Promise.all(counts)) as Overview['library']
}
