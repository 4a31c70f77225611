import { KEPT_DAYS } from '#domain/studio/demand/periods.ts'
import type { Deps } from '#server/deps.ts'
import { dayBefore, TOLD_APART_DAYS } from './visit-hashes.ts'

/** Deletes visits of more than a week, counts of more than 400 days, and texts that have no counts left. */
export async function forgetOldSearches({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const firstTold = dayBefore(now(), TOLD_APART_DAYS - 1)
  await db.deleteFrom('demand_visits').where('day', '<', firstTold).execute()
  const old = await db
    .deleteFrom('demand_days')
    .where('day', '<', dayBefore(now(), KEPT_DAYS - 1))
    .returning('text')
    .execute()
  for (const text of new Set(old.map((row) => row.text))) await forgetUncounted(db, text)
}

async function forgetUncounted(db: Deps['db'], text: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const left = await trx
      .selectFrom('demand_days')
      .select('text')
      .where('text', '=', text)
      .limit(1)
      .executeTakeFirst()
    if (left) return
    await trx.deleteFrom('demand_searches').where('text', '=', text).execute()
    await trx.deleteFrom('demand_figures').where('text', '=', text).execute()
  })
}
