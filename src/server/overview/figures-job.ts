import { DAY_MS } from '#domain/dates/spans.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { countRows } from '#server/db/count-rows.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countMembers, liveSubscriptions } from './count-members.ts'
import { writeFigures } from './daily-figures.ts'
import { incomeOf } from './income.ts'

interface State {
  /** Earlier days are fully counted. */
  day?: string
  /** When it was counted. */
  at?: string
}

/** Computes the overview's figures, so that opening it reads a few hundred numbers. */
export const figuresJob: RecurringJob = {
  kind: 'overview.figures',
  everySeconds: 10 * 60,
  async run(deps, { state, signal }) {
    const { day } = (state ?? {}) as State
    const today = deps.now().toISOString().slice(0, 10)
    await countDays(deps, { since: day, signal })
    await countStates(deps, signal)
    if (day !== today) await writeFigures(deps, { films: await countFilms(deps.db, signal) })
    return { day: today, at: deps.now().toISOString() } satisfies State
  },
}

/** Rows do not keep past states, so today's are stored; the last of a day stays. */
async function countStates({ db, now }: Pick<Deps, 'db' | 'now'>, signal: AbortSignal): Promise<void> {
  const live = await liveSubscriptions(db, signal)
  const { income, unpriced, ending } = incomeOf(live, now())
  const amounts = income.map(({ currency, amount }) => [`income:${currency}`, amount])
  const members = await countMembers({ db, now }, { live, signal })
  await db.transaction().execute(async (trx) => {
    // A currency that nobody pays in any more.
    await trx
      .deleteFrom('daily_figures')
      .where('day', '=', now().toISOString().slice(0, 10))
      .where(beginsWith('name', 'income:'))
      .execute()
    await writeFigures({ db: trx, now }, { ...members, unpriced, ending, ...Object.fromEntries(amounts) })
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

/** Counts each day since the last run, and that day again, since it was not over. */
async function countDays(
  deps: Pick<Deps, 'db' | 'now'>,
  { since, signal }: { since: string | undefined; signal: AbortSignal },
): Promise<void> {
  const now = deps.now().getTime()
  const from = since ? Date.parse(since) : now - COUNTED_DAYS * DAY_MS
  for (let at = from; dayOf(at) <= dayOf(now); at += DAY_MS) {
    signal.throwIfAborted()
    const counts: Record<string, number> = {}
    for (const name of Object.keys(COUNTED) as (keyof typeof COUNTED)[])
      counts[name] = await countDay(deps.db, name, dayOf(at))
    await writeFigures(deps, counts, dayOf(at))
    await new Promise(setImmediate)
  }
}

function countDay(db: Db, name: keyof typeof COUNTED, day: string): Promise<number> {
  const { table, column } = COUNTED[name]
  const rows = db.selectFrom(table).where(column, '>=', day)
  return countRows(rows.where(column, '<', dayOf(Date.parse(day) + DAY_MS)))
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
