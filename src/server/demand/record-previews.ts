import { sql } from 'kysely'
import { jsonRows } from '#server/db/one-of.ts'
import type { Deps } from '#server/deps.ts'
import { dayBefore } from './visit-hashes.ts'

/** Browsers send them in smaller batches. */
const MOST_AT_ONCE = 50

/**
 * Counts hover previews that played, each clip once an hour per IP. @param ids published clips' ids, separated by
 * spaces
 */
export async function recordPreviews(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { ids, address }: { ids: unknown; address: string },
): Promise<void> {
  if (typeof ids !== 'string' || !/^\d{1,15}( \d{1,15})*$/.test(ids)) return
  const asked = [...new Set(ids.split(' ').map(Number))].slice(0, MOST_AT_ONCE)
  const allowed = await Promise.all(asked.map((id) => rateLimits.clipPreviews.allows(`${address} ${id}`)))
  const counted = asked.filter((_, at) => allowed[at])
  if (counted.length === 0) return
  const day = dayBefore(now(), 0)
  // In the order of ids, so that two browsers cannot deadlock.
  const rows = counted.toSorted((a, b) => a - b).map((id) => [id])
  await sql`
    insert into source_previews (source_id, day, previews)
    select s.id, cast(${day} as text), 1 from ${jsonRows(db, rows)}
    join sources s on s.id = cast(v.value ->> 0 as bigint) where true order by s.id
    on conflict (source_id, day) do update set previews = source_previews.previews + 1`.execute(db)
}
