import { DAY_MS } from '#domain/dates/spans.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { writeFigures } from './daily-figures.ts'

/** Two years, to compare the longest chart with the year before it. */
const COUNTED_DAYS = 730

/** The counted rows and their times; each has an index by time. */
const COUNTED = {
  new_members: { table: 'users', column: 'created' },
  ended: { table: 'subscriptions', column: 'ended_at' },
  downloads: { table: 'downloads', column: 'created' },
} as const

/** Counts each day since the last run, and that day again, since it was not over. */
export async function countDays(
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

async function countDay(db: Db, name: keyof typeof COUNTED, day: string): Promise<number> {
  const { table, column } = COUNTED[name]
  const { rows } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number | string>().as('rows'))
    .where(column, '>=', day)
    .where(column, '<', dayOf(Date.parse(day) + DAY_MS))
    .executeTakeFirstOrThrow()
  return Number(rows)
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
