import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/**
 * Counts downloads by month and creator: each run this month and the last, once all earlier months. Months are in UTC.
 */
export async function countCreators({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  let month = await firstDue(db, now())
  while (month && month <= monthBefore(now(), 0)) {
    await countMonth(db, month)
    month = nextMonth(month)
    // SQLite answers synchronously; this lets visitors' requests run in between.
    await new Promise(setImmediate)
  }
}

/** The month before this one, or an earlier one that is not fully counted. */
async function firstDue(db: Deps['db'], now: Date): Promise<string | undefined> {
  const counted = await db
    .selectFrom('creator_downloads')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!counted) return firstMonth(db)
  const recent = monthBefore(now, 1)
  return counted.month < recent ? counted.month : recent
}

async function firstMonth(db: Deps['db']): Promise<string | undefined> {
  const first = await db
    .selectFrom('downloads')
    .select('created')
    .orderBy('created')
    .limit(1)
    .executeTakeFirst()
  return first?.created.slice(0, 7)
}

async function countMonth(db: Deps['db'], month: string): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('creator_downloads').where('month', '=', month).execute()
    await sql`
      insert into creator_downloads (month, user_name, downloads, clips)
      select cast(${month} as text), user_name, count(*), count(distinct clip_id) from downloads
      where created >= ${month} and created < ${nextMonth(month)} group by user_name`.execute(trx)
  })
}

/** `YYYY-MM`. */
function monthBefore(now: Date, months: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months)).toISOString().slice(0, 7)
}

function nextMonth(month: string): string {
  return monthBefore(new Date(`${month}-01T00:00:00.000Z`), -1)
}
