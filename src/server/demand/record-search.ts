import { localeOf } from '#domain/address/locale-path.ts'
import { countRows } from '#server/db/count-rows.ts'
import type { Database, Trx } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { runNow } from '#server/jobs/job-rows.ts'
import { queryOfPath } from '#server/search/choices/query-key.ts'
import { looksPersonal } from './looks-personal.ts'
import { dayBefore, type Searcher, type VisitHashes, visitHashes } from './visit-hashes.ts'

/** The job that makes sums of searches; see demand-job.ts. */
export const SUM_SEARCHES = 'demand.searches'
/** Texts of fewer visitors are not kept. */
const FEWEST_VISITORS = 3
/** A search with fewer clips counts as one that found little. */
const LITTLE = 5

/** A browser's report of a search. */
export interface ShownSearch {
  /** The page's path. */
  path: unknown
  /** Number of clips that have every word; undefined if unknown, as behind filters. */
  results?: number | undefined
  /** A clip was opened. */
  clicked?: boolean
}

interface Visit {
  text: string
  day: string
  locale: 'en' | 'ja'
  little: 0 | 1
  clicked: 0 | 1
}

/**
 * Counts a search once per visitor, text and day. The text itself is stored when three different visitors have searched
 * it within a week, and never if it may be personal.
 */
export async function recordSearch(
  { db, now, visitorSecret }: Pick<Deps, 'db' | 'now' | 'visitorSecret'>,
  { path, results, clicked = false }: ShownSearch,
  searcher: Searcher,
): Promise<void> {
  const text = queryOfPath(path)
  if (text === undefined || looksPersonal(text)) return
  const at = now()
  const hashes = visitHashes({ visitorSecret, text, now: at }, searcher)
  const little = results !== undefined && results < LITTLE ? 1 : 0
  const visit: Visit = {
    ...{ text, day: dayBefore(at, 0), locale: localeOf(String(path)), little },
    clicked: clicked ? 1 : 0,
  }
  await db.transaction().execute((trx) => count(trx, visit, hashes))
}

async function count(trx: Trx, visit: Visit, hashes: readonly VisitHashes[]): Promise<void> {
  const isKept = await markStale(trx, visit.text)
  if (!(await insertVisit(trx, visit, { hashes, isKept }))) {
    if (visit.clicked) await countClick(trx, visit, hashes[0]!.visit)
  } else if (isKept) await addToDay(trx, { ...visit, visitors: 1 })
  else if ((await visitorsOf(trx, hashes)) >= FEWEST_VISITORS) await keep(trx, visit, hashes)
}

/** Whether the text is kept; if so, its sums are made again. */
async function markStale(trx: Trx, text: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('demand_searches')
    .set({ stale: 1 })
    .where('text', '=', text)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** False if the visitor has searched the text today already. */
async function insertVisit(
  trx: Trx,
  { day, locale, little, clicked }: Visit,
  { hashes, isKept }: { hashes: readonly VisitHashes[]; isKept: boolean },
): Promise<boolean> {
  const [today, ...earlier] = hashes
  const known =
    isKept ||
    (await trx
      .selectFrom('demand_visits')
      .select('visit')
      .where(
        'visit',
        'in',
        earlier.map(({ visit }) => visit),
      )
      .limit(1)
      .executeTakeFirst())
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('demand_visits')
    .values({
      ...{ visit: today!.visit, query: isKept ? null : today!.query, day, locale, little, clicked },
      is_new: known ? 0 : 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

/** A second opened clip does not count. */
async function countClick(trx: Trx, visit: Visit, hash: string): Promise<void> {
  const row = await trx
    .updateTable('demand_visits')
    .set({ clicked: 1 })
    .where('visit', '=', hash)
    .where('clicked', '=', 0)
    .returning('query')
    .executeTakeFirst()
  if (row?.query === null) await addToDay(trx, { ...visit, visitors: 0, little: 0, clicked: 1 })
}

async function addToDay(trx: Trx, { text, day, locale, ...counts }: Database['demand_days']): Promise<void> {
  const { visitors, little, clicked } = counts
  await trx
    .insertInto('demand_days')
    .values({ text, day, locale, ...counts })
    .onConflict((conflict) =>
      conflict.columns(['text', 'day', 'locale']).doUpdateSet(({ eb }) => ({
        visitors: eb('demand_days.visitors', '+', visitors),
        little: eb('demand_days.little', '+', little),
        clicked: eb('demand_days.clicked', '+', clicked),
      })),
    )
    .execute()
}

function visitorsOf(trx: Trx, hashes: readonly VisitHashes[]): Promise<number> {
  const visits = trx.selectFrom('demand_visits').where('query', 'in', queriesOf(hashes))
  return countRows(visits.where('is_new', '=', 1))
}

/** Stores the text with its visits so far, and clears their hashes of the text. */
async function keep(trx: Trx, { text, day }: Visit, hashes: readonly VisitHashes[]): Promise<void> {
  const queries = queriesOf(hashes)
  await trx
    .insertInto('demand_searches')
    .values({ text, created: day, stale: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const visits = await trx
    .selectFrom('demand_visits')
    .select(['day', 'locale'])
    .select(({ fn }) => [
      fn.countAll<number | string>().as('visitors'),
      fn.sum<number | string>('little').as('little'),
      fn.sum<number | string>('clicked').as('clicked'),
    ])
    .where('query', 'in', queries)
    .groupBy(['day', 'locale'])
    .execute()
  for (const { visitors, little, clicked, ...of } of visits)
    await addToDay(trx, {
      ...{ text, ...of },
      ...{ visitors: Number(visitors), little: Number(little), clicked: Number(clicked) },
    })
  await trx.updateTable('demand_visits').set({ query: null }).where('query', 'in', queries).execute()
  // So that it shows within seconds.
  await runNow(trx, SUM_SEARCHES)
}

const queriesOf = (hashes: readonly VisitHashes[]) => hashes.map(({ query }) => query)
