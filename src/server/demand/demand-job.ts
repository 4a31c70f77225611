import { sql } from 'kysely'
import { PERIODS, type Period } from '#domain/studio/demand/periods.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { type FailedRow, throwFailed, togetherOrAlone } from '#server/jobs/each-alone.ts'
import type { RecurringJob } from '#server/jobs/job.ts'
import { countStock } from './count-stock.ts'
import { differences } from './differences.ts'
import { forgetOldSearches } from './forget-old-searches.ts'
import { SUM_SEARCHES } from './record-search.ts'
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

type Figures = Database['demand_figures']

/** Sums the daily counts of these texts by period and language, and writes what has changed. */
async function sumSearches({ db, now }: Pick<Deps, 'db' | 'now'>, texts: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // First, so that a search counted meanwhile marks its text stale again.
    await trx.updateTable('demand_searches').set({ stale: 0 }).where('text', 'in', texts).execute()
    const summed = await sumsOf(trx, texts, now())
    const before = await trx.selectFrom('demand_figures').selectAll().where('text', 'in', texts).execute()
    const { changed, gone } = differences(before, summed.values(), keyOf)
    for (const figures of changed) await write(trx, figures)
    for (const { text, days, locale } of gone)
      await trx
        .deleteFrom('demand_figures')
        .where('text', '=', text)
        .where('days', '=', days)
        .where('locale', '=', locale)
        .execute()
  })
}

async function sumsOf(db: Db, texts: readonly string[], now: Date): Promise<Map<string, Figures>> {
  const rows = await db.selectFrom('demand_days').selectAll().where('text', 'in', texts).execute()
  const since = new Map<Period, string>(PERIODS.map((days) => [days, dayBefore(now, days - 1)]))
  const sums = new Map<string, Figures>()
  for (const { text, day, locale, visitors, little, clicked } of rows)
    for (const days of PERIODS)
      for (const of of day >= since.get(days)! ? (['', locale] as const) : []) {
        const empty = { text, days, locale: of, visitors: 0, little: 0, clicked: 0 }
        const sum = sums.get(keyOf(empty)) ?? empty
        sum.visitors += visitors
        sum.little += little
        sum.clicked += clicked
        sums.set(keyOf(sum), sum)
      }
  return sums
}

async function write(trx: Db, figures: Figures): Promise<void> {
  const { visitors, little, clicked } = figures
  await trx
    .insertInto('demand_figures')
    .values(figures)
    .onConflict((conflict) =>
      conflict.columns(['text', 'days', 'locale']).doUpdateSet({ visitors, little, clicked }),
    )
    .execute()
}

const keyOf = ({ text, days, locale }: Pick<Figures, 'text' | 'days' | 'locale'>) =>
  `${days} ${locale} ${text}`
