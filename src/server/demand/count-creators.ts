import { sql } from 'kysely'
import { dayIn, instantOf } from '#domain/dates/time-zone.ts'
import type { Site } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'

type CountDeps = Pick<Deps, 'db' | 'now'> & { site: Pick<Site, 'timeZone'> }

/**
 * Counts downloads by month and creator: each run this month and the last, once all earlier months. Months are those of
 * the shop's time zone.
 */
export async function countCreators(deps: CountDeps): Promise<void> {
  const { timeZone } = deps.site
  const present = () => dayIn(timeZone, deps.now()).slice(0, 7)
  let month = await firstDue(deps.db, present(), timeZone)
  while (month && month <= present()) {
    await countMonth(deps.db, month, timeZone)
    month = monthAfter(month, 1)
    // SQLite answers synchronously; this lets visitors' requests run in between.
    await new Promise(setImmediate)
  }
}

/** The month before this one, or an earlier one that is not fully counted. */
async function firstDue(db: Deps['db'], present: string, zone: string): Promise<string | undefined> {
  const counted = await db
    .selectFrom('creator_downloads')
    .select('month')
    .orderBy('month', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!counted) return firstMonth(db, zone)
  const recent = monthAfter(present, -1)
  return counted.month < recent ? counted.month : recent
}

async function firstMonth(db: Deps['db'], zone: string): Promise<string | undefined> {
  const first = await db
    .selectFrom('downloads')
    .select('created')
    .orderBy('created')
    .limit(1)
    .executeTakeFirst()
  return first && dayIn(zone, new Date(first.created)).slice(0, 7)
}

async function countMonth(db: Deps['db'], month: string, zone: string): Promise<void> {
  const [from, to] = [month, monthAfter(month, 1)].map((each) => instantOf(zone, `${each}-01`).toISOString())
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('creator_downloads').where('month', '=', month).execute()
    await sql`
      insert into creator_downloads (month, user_name, downloads, clips)
      select cast(${month} as text), user_name, count(*), count(distinct clip_id) from downloads
      where created >= ${from} and created < ${to} group by user_name`.execute(trx)
  })
}

/** `YYYY-MM`, so many months later. */
function monthAfter(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year!, number! - 1 + months)).toISOString().slice(0, 7)
}
