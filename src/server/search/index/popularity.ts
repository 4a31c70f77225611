import { type Kysely, sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Database } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

const DAY_MS = 86_400_000
/** After this many days a like, a download or a view counts half as much. */
const HALF_LIFE_DAYS = 30
/** Older than this it counts less than a sixtieth. */
const COUNTED_DAYS = 6 * HALF_LIFE_DAYS
/** A new clip stands above the median for about this many days. */
const NEW_HALF_LIFE_DAYS = 14
const WORTH = { downloads: 5, likes: 3, source_views: 0.2 }
const ROWS_AT_ONCE = 5_000

/**
 * A clip's popularity: how new it is, from 1 towards 0, and what people did with it, each act counting less with time.
 * Acts are scaled so that the median clip of those that have any stays below 1, where a new clip begins.
 * @param worth sum of what people did, decayed; `scale` from scaleOf
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

/** What to divide by, so that half of the clips with any worth get less than 0.5 from it. */
export function scaleOf(worths: readonly number[]): number {
  const sorted = worths.toSorted((a, b) => a - b)
  return Math.max(1, 2 * (sorted[Math.floor((sorted.length - 1) / 2)] ?? 0))
}

/** What an act is still worth after this many days. */
export function decayed(worth: number, days: number): number {
  return worth * 2 ** (-Math.max(0, days) / HALF_LIFE_DAYS)
}

/** Computes every clip's popularity anew from likes, downloads and views. Returns how many clips changed. */
export async function refreshPopularity({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<number> {
  const worth = await worthBySource(db, now())
  const scale = scaleOf([...worth.values()])
  let changed = 0
  for (let after = 0; ; ) {
    const clips = await db
      .selectFrom('sources')
      .select(['id', 'created', 'popularity'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    if (clips.length === 0) return changed
    after = clips.at(-1)!.id
    const fresh = clips.map(({ id, created, popularity }) => {
      const ageDays = daysBetween(created, now())
      return {
        id,
        before: popularity,
        popularity: popularityOf({ ageDays, worth: worth.get(id) ?? 0, scale }),
      }
    })
    const different = fresh.filter(({ before, popularity }) => before !== popularity)
    await write(db, different)
    changed += different.length
  }
}

async function worthBySource(db: Kysely<Database>, now: Date): Promise<Map<number, number>> {
  const since = new Date(now.getTime() - COUNTED_DAYS * DAY_MS).toISOString()
  const worth = new Map<number, number>()
  for (const [table, each] of Object.entries(WORTH) as [keyof typeof WORTH, number][])
    for (const { source_id, day, acts } of await actsByDay(db, table, since)) {
      const value = decayed(each * acts, daysBetween(day, now))
      worth.set(source_id, (worth.get(source_id) ?? 0) + value)
    }
  return worth
}

async function actsByDay(db: Kysely<Database>, table: keyof typeof WORTH, since: string) {
  const [day, acts] =
    table === 'source_views' ? [sql`day`, sql`sum(views)`] : [sql`substr(created, 1, 10)`, sql`count(*)`]
  const { rows } = await sql<{ source_id: number; day: string; acts: number }>`
    select source_id, ${day} as day, ${acts} as acts from ${sql.table(table)}
    where source_id is not null and ${day} >= ${since.slice(0, 10)} group by source_id, ${day}`.execute(db)
  return rows
}

async function write(
  db: Kysely<Database>,
  clips: readonly { id: number; popularity: number }[],
): Promise<void> {
  if (clips.length === 0) return
  const json = JSON.stringify(clips.map(({ id, popularity }) => [id, popularity]))
  const rows =
    engineOf(db) === 'sqlite'
      ? sql`json_each(${json}) as v`
      : sql`json_array_elements(cast(${json} as json)) as v(value)`
  await sql`
    update sources set popularity = cast(v.value ->> 1 as double precision) from ${rows}
    where sources.id = cast(v.value ->> 0 as bigint)`.execute(db)
}

function daysBetween(from: string, to: Date): number {
  return (to.getTime() - Date.parse(from)) / DAY_MS
}
