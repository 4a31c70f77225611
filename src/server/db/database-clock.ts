import { type RawBuilder, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * The database's time, `secondsAgo` earlier, for times that processes with different clocks compare. Otherwise use
 * Deps.now.
 */
export function databaseTime(db: Db, secondsAgo = 0): RawBuilder<string> {
  if (engineOf(db) === 'sqlite')
    return sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${-secondsAgo} seconds`})`
  const time = sql`(clock_timestamp() - make_interval(secs => ${secondsAgo})) at time zone 'utc'`
  return sql`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
