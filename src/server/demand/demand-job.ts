import { sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type FailedRow, throwFailed, togetherOrAlone } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countStock } from './count-stock.ts'
import { forgetOldSearches } from './forget-old-searches.ts'
import { SUM_SEARCHES } from './record-search.ts'
import { sumSearches } from './sum-searches.ts'
import { dayBefore } from './visit-hashes.ts'

const TEXTS_AT_ONCE = 50

/** Sums searches by period, so that lists of any length open at once, and counts the clips that match them. */
export const demandJob: RecurringJob = {
  kind: SUM_SEARCHES,
  everySeconds: 60,
  async run(deps, { state, signal }) {
    const today = dayBefore(deps.now(), 0)
    const isNewDay = (state as { day?: string } | undefined)?.day !== today
    if (isNewDay) await forgetOldSearches(deps)
    const unsummed = await sumTexts(deps, { isNewDay, signal })
    throwFailed('text', [...unsummed, ...(await countStock(deps, signal))])
    return { day: today }
  },
}

/** A new day moves every period; within a day only searched texts change. */
async function sumTexts(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  { isNewDay, signal }: { isNewDay: boolean; signal: AbortSignal },
): Promise<FailedRow[]> {
  const failed: FailedRow[] = []
  let after = ''
  while (true) {
    signal.throwIfAborted()
    const texts = await nextTexts(db, after, isNewDay)
    if (texts.length === 0) return failed
    const rows = texts.map((id) => ({ id }))
    const left = await togetherOrAlone({ log }, rows, { what: 'text', signal }, (some) =>
      sumSearches(
        { db, now },
        some.map(({ id }) => id),
      ),
    )
    failed.push(...left)
    after = texts.at(-1)!
    // SQLite answers synchronously; this lets visitors' requests run in between.
    await new Promise(setImmediate)
  }
}

/** The condition has no parameter, so that the partial index serves it. */
async function nextTexts(db: Db, after: string, all: boolean): Promise<string[]> {
  const rows = await db
    .selectFrom('demand_searches')
    .select('text')
    .where('text', '>', after)
    .$if(!all, (query) => query.where(sql<boolean>`stale = 1`))
    .orderBy('text')
    .limit(TEXTS_AT_ONCE)
    .execute()
  return rows.map(({ text }) => text)
}
