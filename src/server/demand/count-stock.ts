import { DAY_MS } from '#domain/dates/spans.ts'
import type { Deps } from '#server/deps.ts'
import { eachAlone, type FailedRow } from '#server/jobs/each-alone.ts'
import { searchSources } from '#server/search/query/search-sources.ts'

/** Per run of the job, so that visitors get the database in between. */
const TEXTS_AT_ONCE = 50

/** Counts with our own search how many clips have every word of a kept text; new texts first, each once a day. */
export async function countStock(
  { db, now, log }: Pick<Deps, 'db' | 'now' | 'log'>,
  signal: AbortSignal,
): Promise<FailedRow[]> {
  const due = await db
    .selectFrom('demand_searches')
    .select('text as id')
    .where('counted_at', '<', new Date(now().getTime() - DAY_MS).toISOString())
    .orderBy('counted_at')
    .limit(TEXTS_AT_ONCE)
    .execute()
  return eachAlone({ log }, due, { what: 'text', signal }, async ({ id: text }) => {
    const counted = db.updateTable('demand_searches').where('text', '=', text)
    // Tomorrow again: else texts that fail would always come first.
    await counted.set({ counted_at: now().toISOString() }).execute()
    await counted.set(await stockOf({ db }, text)).execute()
    await new Promise(setImmediate)
  })
}

/** Close clips do not count. */
async function stockOf(
  { db }: Pick<Deps, 'db'>,
  text: string,
): Promise<{ stock: number; stock_at_least: 0 | 1 }> {
  const { exact_total, close, total_at_least } = await searchSources({ db }, { text, offset: 0 })
  return { stock: exact_total, stock_at_least: total_at_least && !close ? 1 : 0 }
}
