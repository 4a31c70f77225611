import { sql } from 'kysely'
import { DAY_MS } from '#domain/dates/spans.ts'
import { jsonRows } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { runThenYield } from './write-index.ts'

/** After this many days a like, a download or a view counts half as much. */
const HALF_LIFE_DAYS = 30
/** Older events count less than a sixtieth, and are left out. */
const COUNTED_DAYS = 6 * HALF_LIFE_DAYS
/** A new clip stands above the median for about this many days. */
const NEW_HALF_LIFE_DAYS = 14
const WEIGHTS = { downloads: 5, likes: 3, source_views: 0.2 }
const CLIPS_AT_ONCE = 5_000
/** Summing the same events in another order changes the result by less. */
const ROUNDING = 1e-9

interface Popularity {
  id: number
  popularity: number
}

/** The last full ranking: when (ISO-8601 UTC), and the scale that makes later rankings comparable. */
export interface Ranking {
  at: string
  scale: number
}

/**
 * Newness, from 1 towards 0, plus decayed events, scaled so that the median stays below a new clip's 1.
 * @param worth sum of the decayed weights; `scale` from scaleOf
 */
export function popularityOf({
  ageDays,
  worth,
  scale,
}: {
  ageDays: number
  worth: number
  scale: number
}): number {
  return 2 ** (-Math.max(0, ageDays) / NEW_HALF_LIFE_DAYS) + worth / scale
}

/** The divisor with which half of the clips with any worth get less than 0.5. */
export function scaleOf(worths: readonly number[]): number {
  const sorted = worths.toSorted((a, b) => a - b)
  return Math.max(1, 2 * (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0))
}

/** Weight of an event after `days` (decay). */
export function decayed(weight: number, days: number): number {
  return weight * 2 ** (-Math.max(0, days) / HALF_LIFE_DAYS)
}

/** Computes every clip's popularity from likes, downloads and views, and begins a new ranking with it. */
export async function refreshPopularity({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const at = now().toISOString()
  const worths = await worthBySource(db, at)
  const ranking = { at, scale: scaleOf([...worths.values()]) }
  await writeRanking(db, ranking)
  for await (const changed of changes(db, worths, ranking))
    await runThenYield(db, () => writePopularities(db, changed))
}

/** Clips liked, downloaded or viewed since the last full ranking, with popularities not yet written. */
export async function changedPopularities(db: Db, ranking: Ranking): Promise<Popularity[]> {
  const worths = await worthBySource(db, ranking.at)
  const changed: Popularity[] = []
  for await (const some of changes(db, worths, ranking)) changed.push(...some)
  return changed
}

/** In batches, those whose popularity is another than written. */
async function* changes(
  db: Db,
  worths: ReadonlyMap<number, number>,
  { at, scale }: Ranking,
): AsyncGenerator<Popularity[]> {
  for (let after = 0; ; ) {
    const clips = await db
      .selectFrom('sources')
      .select(['id', 'created', 'popularity'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(CLIPS_AT_ONCE)
      .execute()
    if (clips.length === 0) return
    after = clips.at(-1)!.id
    const changed = clips.flatMap(({ id, created, popularity: before }) => {
      const ageDays = daysBetween(created, at)
      const popularity = popularityOf({ ageDays, worth: worths.get(id) ?? 0, scale })
      return Math.abs(popularity - before) <= ROUNDING * before ? [] : [{ id, popularity }]
    })
    if (changed.length > 0) yield changed
  }
}

/** The last full ranking; undefined before the first. */
export async function readRanking(db: Db): Promise<Ranking | undefined> {
  const row = await db
    .selectFrom('search_state')
    .select('value')
    .where('key', '=', 'ranking')
    .executeTakeFirst()
  return row && JSON.parse(row.value)
}

async function writeRanking(db: Db, ranking: Ranking): Promise<void> {
  const value = JSON.stringify(ranking)
  await db
    .insertInto('search_state')
    .values({ key: 'ranking', value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** Decayed events by clip. Events after `at` count in full. */
async function worthBySource(db: Db, at: string): Promise<Map<number, number>> {
  const since = new Date(Date.parse(at) - COUNTED_DAYS * DAY_MS).toISOString().slice(0, 10)
  const worths = new Map<number, number>()
  for (const [table, weight] of Object.entries(WEIGHTS) as [EventTable, number][])
    for (const { source_id, day, events } of await eventsByDay(db, table, since))
      worths.set(source_id, (worths.get(source_id) ?? 0) + decayed(weight * events, daysBetween(day, at)))
  return worths
}

type EventTable = keyof typeof WEIGHTS

async function eventsByDay(db: Db, table: EventTable, since: string) {
  const [day, events] =
    table === 'source_views' ? [sql`day`, sql`sum(views)`] : [sql`substr(created, 1, 10)`, sql`count(*)`]
  const { rows } = await sql<{ source_id: number; day: string; events: number }>`
    select source_id, ${day} as day, ${events} as events from ${sql.table(table)}
    where source_id is not null and ${day} >= ${since} group by source_id, ${day}`.execute(db)
  return rows
}

async function writePopularities(db: Db, clips: readonly Popularity[]): Promise<void> {
  const rows = clips.map(({ id, popularity }) => [id, popularity])
  await sql`
    update library set popularity = cast(v.value ->> 1 as double precision) from ${jsonRows(db, rows)}
    where library.id = cast(v.value ->> 0 as bigint)`.execute(db)
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
