import { type RawBuilder, sql } from 'kysely'
import { PERIODS } from '#domain/studio/demand/periods.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { eachStep, type FailedRow, throwFailed, togetherOrAlone } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countCreators } from './count-creators.ts'
import { differences } from './differences.ts'
import { dayBefore } from './visit-hashes.ts'

type Figures = Database['clip_figures']

const CLIPS_AT_ONCE = 500

/** Sums each clip's events by period, and downloads by creator and month. */
export const clipFiguresJob: RecurringJob = {
  kind: 'demand.clips',
  everySeconds: 60 * 60,
  async run(deps, { signal }) {
    await eachStep(deps, { creators: () => countCreators(deps), clips: () => sumClips(deps, signal) }, signal)
  },
}

/** In the order of ids, a few hundred clips at a time; visitors get the database in between. */
async function sumClips(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<void> {
  const failed: FailedRow[] = []
  let after = 0
  while (true) {
    signal.throwIfAborted()
    const clips = await db
      .selectFrom('library')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CLIPS_AT_ONCE)
      .execute()
    const last = clips.length < CLIPS_AT_ONCE ? Number.MAX_SAFE_INTEGER : clips.at(-1)!.id
    const [above, isLast] = [after, last === Number.MAX_SAFE_INTEGER]
    const left = await togetherOrAlone({ log }, clips, { what: 'clip', signal }, async (some) => {
      const ids = some.map(({ id }) => id)
      // Alone, a clip leaves figures of deleted clips to the next run.
      const range = some === clips ? { above, upTo: last } : { above: ids[0]! - 1, upTo: ids[0]! }
      await replaceFigures(db, await figuresOf(db, ids, now()), range)
    })
    failed.push(...left)
    if (isLast) return throwFailed('clip', failed)
    after = last
    await new Promise(setImmediate)
  }
}

async function figuresOf(db: Db, ids: readonly number[], now: Date): Promise<Figures[]> {
  const since = PERIODS.map((days) => ({ days, day: dayBefore(now, days - 1) }))
  const sums = new Map<string, Figures>()
  for (const { source_id, day, kind, events } of await clipEvents(
    db,
    oneOf(db, 'source_id', ids),
    since.at(-1)!.day,
  ))
    for (const period of since)
      if (day >= period.day) add(sums, { source_id, days: period.days }, kind, events)
  return [...sums.values()]
}

function add(
  sums: Map<string, Figures>,
  { source_id, days }: Pick<Figures, 'source_id' | 'days'>,
  kind: EventKind,
  events: number,
): void {
  const key = keyOf({ source_id, days })
  const sum = sums.get(key) ?? { source_id, days, views: 0, previews: 0, likes: 0, downloads: 0 }
  sum[kind] += events
  sums.set(key, sum)
}

/** Writes the changed figures between two ids, and deletes obsolete ones. */
async function replaceFigures(
  db: Db,
  figures: readonly Figures[],
  { above, upTo }: { above: number; upTo: number },
): Promise<void> {
  const before = await db
    .selectFrom('clip_figures')
    .selectAll()
    .where('source_id', '>', above)
    .where('source_id', '<=', upTo)
    .execute()
  const { changed, gone } = differences(before, figures, keyOf)
  if (changed.length + gone.length === 0) return
  await db.transaction().execute(async (trx) => {
    for (const row of changed) await write(trx, row)
    await countDownloads(trx, [...new Set(changed.map(({ source_id }) => source_id))])
    for (const { source_id, days } of gone)
      await trx
        .deleteFrom('clip_figures')
        .where('source_id', '=', source_id)
        .where('days', '=', days)
        .execute()
  })
}

async function write(trx: Db, row: Figures): Promise<void> {
  const { source_id: _, days: __, ...counts } = row
  await trx
    .insertInto('clip_figures')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source_id', 'days']).doUpdateSet(counts))
    .execute()
}

/** All downloads, for clips with events since the last count. */
async function countDownloads(trx: Db, ids: readonly number[]): Promise<void> {
  const count = sql<number>`(select count(*) from downloads where downloads.source_id = library.id)`
  await trx
    .updateTable('library')
    .set({ downloads: count })
    .where(oneOf(trx, 'id', ids))
    .where('downloads', '<>', count)
    .execute()
}

const keyOf = ({ source_id, days }: Pick<Figures, 'source_id' | 'days'>) => `${source_id} ${days}`

type EventKind = 'views' | 'previews' | 'likes' | 'downloads'

interface ClipEvents {
  source_id: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  kind: EventKind
  events: number
}

/** Clips' events by day. @param among a condition on `source_id` @param since the first day */
async function clipEvents(db: Db, among: RawBuilder<unknown>, since: string): Promise<ClipEvents[]> {
  const counted = async (kind: EventKind, query: RawBuilder<Omit<ClipEvents, 'kind'>>) => {
    const { rows } = await query.execute(db)
    return rows.map((row) => ({ ...row, kind, events: Number(row.events) }))
  }
  const byTime = (table: string) => sql<Omit<ClipEvents, 'kind'>>`
    select source_id, substr(created, 1, 10) as day, count(*) as events from ${sql.table(table)}
    where ${among} and created >= ${since} group by source_id, substr(created, 1, 10)`
  const byDay = (table: string, column: string) => sql<Omit<ClipEvents, 'kind'>>`
    select source_id, day, ${sql.ref(column)} as events from ${sql.table(table)}
    where ${among} and day >= ${since}`
  return [
    ...(await counted('views', byDay('source_views', 'views'))),
    ...(await counted('previews', byDay('source_previews', 'previews'))),
    ...(await counted('likes', byTime('likes'))),
    ...(await counted('downloads', byTime('downloads'))),
  ]
}
