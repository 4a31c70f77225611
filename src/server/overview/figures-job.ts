import { sql } from 'kysely'
import { DAY_MS } from '#domain/dates/spans.ts'
import { dayAfter, dayIn, instantOf } from '#domain/dates/time-zone.ts'
import type { Site } from '#server/config/config.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { inParts, ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countMembers, liveSubscriptions } from './count-members.ts'
import { writeFigures } from './daily-figures.ts'
import { incomeOf } from './income.ts'

interface State {
  /** Earlier days are fully counted. */
  day?: string
  /** Whose days they are; without one UTC's. */
  zone?: string
  /** When it was counted. */
  at?: string
}

type CountDeps = Pick<Deps, 'db' | 'now'> & { site: Pick<Site, 'timeZone'> }

/** Computes the overview's figures, so that opening it reads a few hundred numbers. */
export const figuresJob: RecurringJob = {
  kind: 'overview.figures',
  everySeconds: 10 * 60,
  async run(deps, { state, signal }) {
    const { day, zone = 'UTC' } = (state ?? {}) as State
    const { timeZone } = deps.site
    const today = dayIn(timeZone, deps.now())
    const since = zone === timeZone ? day : undefined
    await countDays(deps, { since: since ?? dayAfter(today, -COUNTED_DAYS), today, signal })
    await countStates(deps, { today, signal })
    if (since !== today) {
      const at = deps.now().getTime()
      await writeFigures(deps.db, today, { films: await countFilms(deps.db, signal), films_at: at })
    }
    return { day: today, zone: timeZone, at: deps.now().toISOString() } satisfies State
  },
}

/** Rows do not keep past states, so today's are stored; the last of a day stays. */
async function countStates(
  { db, now }: CountDeps,
  { today, signal }: { today: string; signal: AbortSignal },
): Promise<void> {
  const live = await liveSubscriptions(db, signal)
  const { income, unpriced, ending } = incomeOf(live, now())
  const amounts = income.map(({ currency, amount }) => [`income:${currency}`, amount])
  const members = await countMembers({ db, now }, { live, signal })
  await db.transaction().execute(async (trx) => {
    // A currency that nobody pays in any more.
    await trx
      .deleteFrom('daily_figures')
      .where('day', '=', today)
      .where(beginsWith('name', 'income:'))
      .execute()
    await writeFigures(trx, today, { ...members, unpriced, ending, ...Object.fromEntries(amounts) })
  })
}

/** Bytes of all full films, read in parts so that visitors get the database in between. */
async function countFilms(db: Db, signal: AbortSignal): Promise<number> {
  let bytes = 0
  for (let after = 0; ; ) {
    signal.throwIfAborted()
    const rows = await db
      .selectFrom('medias')
      .select(['id', 'byte_size'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { byte_size } of rows) bytes += Number(byte_size)
    const last = rows[ROWS_AT_ONCE - 1]
    if (!last) return bytes
    after = last.id
    await new Promise(setImmediate)
  }
}

/** Two years, to compare the longest chart with the year before it. */
const COUNTED_DAYS = 730

/** The counted rows and their times; each has an index by time. */
const COUNTED = {
  new_members: { table: 'users', column: 'created' },
  ended: { table: 'subscriptions', column: 'ended_at' },
  downloads: { table: 'downloads', column: 'created' },
} as const

/** Days whose rows one statement counts. */
const DAYS_AT_ONCE = 31

/** Counts each day since the last run, and that day again, since it was not over. */
async function countDays(
  { db, site: { timeZone } }: CountDeps,
  { since, today, signal }: { since: string; today: string; signal: AbortSignal },
): Promise<void> {
  const length = Math.round((Date.parse(today) - Date.parse(since)) / DAY_MS) + 1
  const days = Array.from({ length: Math.max(0, length) }, (_, at) => dayAfter(since, at))
  for (const part of inParts(days, DAYS_AT_ONCE)) {
    signal.throwIfAborted()
    const starts = [...part, dayAfter(part.at(-1)!, 1)].map((day) => instantOf(timeZone, day).toISOString())
    const counts: Record<string, number[]> = {}
    for (const name of Object.keys(COUNTED) as (keyof typeof COUNTED)[])
      counts[name] = await countBetween(db, name, starts)
    for (const [at, day] of part.entries())
      await writeFigures(
        db,
        day,
        mapValues(counts, (ofDays) => ofDays[at]!),
      )
    await new Promise(setImmediate)
  }
}

/** Rows from each of these instants up to the next. Minutes are enough: no zone's days begin between them. */
async function countBetween(
  db: Db,
  name: keyof typeof COUNTED,
  starts: readonly string[],
): Promise<number[]> {
  const { table, column } = COUNTED[name]
  const minute = sql<string>`substr(${sql.ref(column)}, 1, 16)`
  const rows = await db
    .selectFrom(table)
    .select(({ fn }) => [minute.as('minute'), fn.countAll<number | string>().as('rows')])
    .where(column, '>=', starts[0]!)
    .where(column, '<', starts.at(-1)!)
    .groupBy(minute)
    .execute()
  const counts = starts.slice(1).map(() => 0)
  for (const row of rows)
    counts[starts.findLastIndex((start) => start.slice(0, 16) <= row.minute)]! += Number(row.rows)
  return counts
}

const mapValues = <From, To>(values: Record<string, From>, of: (value: From) => To) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, of(value)]))
