import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'

/**
 * Counts the downloads of each month by the clip's creator: of this month and the last, and once of all months before.
 * Months are those of UTC.
 */
export async function countCreators({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  let month = await firstDue(db, now())
  while (month && month <= monthBefore(now(), 0)) {
    await countMonth(db, month)
    month = nextMonth(month)
    // SQLite answers at once; visitors have their turn in between.
    await new Promise(setImmediate)
  }
}

/** The month before this one, or an earlier one that the job has not counted to its end. */
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
