import { PERIODS, type Period } from '#domain/studio/periods.ts'
import type { Database, Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { dayBefore } from './visit-hashes.ts'

type Figures = Database['demand_figures']

/** Sums the daily counts of these texts by period and language, and writes what has changed. */
export async function sumSearches(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  texts: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    // First, so that a search counted meanwhile marks its text stale again.
    await trx.updateTable('demand_searches').set({ stale: 0 }).where('text', 'in', texts).execute()
    const summed = await sumsOf(trx, texts, now())
    const before = await trx.selectFrom('demand_figures').selectAll().where('text', 'in', texts).execute()
    const gone = new Map(before.map((figures) => [keyOf(figures), figures]))
    for (const figures of summed.values()) {
      const known = gone.get(keyOf(figures))
      gone.delete(keyOf(figures))
      if (!known || !isSame(known, figures)) await write(trx, figures)
    }
    for (const { text, days, locale } of gone.values())
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

function isSame(one: Figures, other: Figures): boolean {
  return one.visitors === other.visitors && one.little === other.little && one.clicked === other.clicked
}
