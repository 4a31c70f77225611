import { sql } from 'kysely'
import type { LibraryCount, LibraryCounts } from '#contract/studio/clips/library.ts'
import type { LibraryState } from '#domain/clips/library-state.ts'
import {
  LIBRARY_COUNTED,
  LISTED_STATES,
  type LibraryFilters,
} from '#domain/studio/library/library-filters.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { allOf, type FewPlan, planOf } from './plan.ts'

/** How many clips of each state match the other filters. Beyond a limit only the newest are counted. */
export async function countLibrary(
  { db }: Pick<Deps, 'db'>,
  { state: _, ...filters }: LibraryFilters,
): Promise<LibraryCounts> {
  const plan = await planOf(db, filters)
  const trashed = await countOf(db, { ...filters, state: 'trashed' })
  if (plan.ids) return { ...(await countFew(db, plan)), trashed }
  const counts = await Promise.all(
    LISTED_STATES.map(async (state) => [state, await countOf(db, { ...filters, state })] as const),
  )
  return Object.fromEntries(counts) as LibraryCounts
}

/** Grouped by an expression: by the column itself SQLite would read an index of all clips instead of these. */
async function countFew(db: Db, { ids, rest, more }: FewPlan): Promise<Omit<LibraryCounts, 'trashed'>> {
  const { rows } = await sql<{ state: LibraryState; count: number; scheduled: number }>`
    select c.state || '' as state, count(*) as count, count(c.publish_at) as scheduled from library c
    where ${oneOf(db, 'c.id', ids)} and ${allOf(rest)} group by c.state || ''`.execute(db)
  const of = (state: LibraryState) => rows.find((row) => row.state === state)
  return {
    draft: counted(Number(of('draft')?.count ?? 0), false),
    scheduled: counted(Number(of('draft')?.scheduled ?? 0), false),
    published: counted(Number(of('published')?.count ?? 0), more),
    hidden: counted(Number(of('hidden')?.count ?? 0), false),
  }
}

async function countOf(db: Db, filters: LibraryFilters): Promise<LibraryCount> {
  const plan = await planOf(db, filters)
  // In the trash every clip is hidden.
  const state = filters.state === 'trashed' ? 'hidden' : filters.state!
  if (plan.ids) return (await countFew(db, plan))[state]
  const { driver, rest } = plan
  const way = sql`select c.id from library c where ${allOf(driver)} order by c.added desc, c.id desc limit ${LIBRARY_COUNTED + 1}`
  const { rows } = await sql<{ read: number; passing: number }>`
    select count(*) as read, ${rest.length === 0 ? sql`count(*)` : sql`count(c.id)`} as passing from (${way}) as way
    ${rest.length === 0 ? sql`` : sql`left join library c on c.id = way.id and ${allOf(rest)}`}`.execute(db)
  const { read, passing } = rows[0]!
  return counted(Math.min(LIBRARY_COUNTED, Number(passing)), Number(read) > LIBRARY_COUNTED)
}

const counted = (count: number, more: boolean): LibraryCount => ({ count, ...(more && { at_least: true }) })
