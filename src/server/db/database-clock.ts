import { type RawBuilder, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** The database's time, `secondsAgo` earlier, for statements; elsewhere use Deps.now, which is the same clock. */
export function databaseTime(db: Db, secondsAgo = 0): RawBuilder<string> {
  if (engineOf(db) === 'sqlite')
    return sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${-secondsAgo} seconds`})`
  const time = sql`(clock_timestamp() - make_interval(secs => ${secondsAgo})) at time zone 'utc'`
  return sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

export interface Clock {
  now(): Date
  /** Asks the database for its time again. */
  adjust(): Promise<void>
}

interface Options {
  /** The machine's clock, which is SQLite's too. */
  machine?: () => Date
  /** Milliseconds since some moment, by a clock that nobody sets. */
  elapsed?: () => number
}

/**
 * The database's clock, for a process that shares its rows with others: their machines' clocks may differ, or be set. On
 * PostgreSQL it is asked now and by `adjust`; in between, time goes on by the processor's counter.
 */
export async function openClock(
  db: Db,
  { machine = () => new Date(), elapsed = () => performance.now() }: Options = {},
): Promise<Clock> {
  if (engineOf(db) === 'sqlite') return { now: machine, adjust: async () => {} }
  const first = await readTime(db, elapsed)
  let ahead = (first.least + first.most) / 2
  return {
    now: () => new Date(ahead + elapsed()),
    async adjust() {
      const { least, most } = await readTime(db, elapsed)
      // A slow answer proves less than a former quick one: only what it disproves changes.
      ahead = Math.min(Math.max(ahead, least), most)
    },
  }
}

/** By how many milliseconds the database's clock is ahead of `elapsed`: its time was read between question and answer. */
async function readTime(db: Db, elapsed: () => number): Promise<{ least: number; most: number }> {
  // The wait for a free connection is no part of the question.
  return db.connection().execute(async (connection) => {
    const asked = elapsed()
    const query = connection.selectNoFrom(sql<number>`extract(epoch from clock_timestamp()) * 1000`.as('ms'))
    const { ms } = await query.executeTakeFirstOrThrow()
    return { least: ms - elapsed(), most: ms - asked }
  })
}
