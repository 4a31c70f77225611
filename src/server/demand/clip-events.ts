import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/schema.ts'

export type EventKind = 'views' | 'previews' | 'likes' | 'downloads'

interface ClipEvents {
  source_id: number
  /** `YYYY-MM-DD`, UTC. */
  day: string
  kind: EventKind
  events: number
}

/** Clips' events by day. @param among a condition on `source_id` @param since the first day */
export async function clipEvents(db: Db, among: RawBuilder<unknown>, since: string): Promise<ClipEvents[]> {
  const counted = async (kind: EventKind, query: RawBuilder<Omit<ClipEvents, 'kind'>>) => {
    const { rows } = await query.execute(db)
    return rows.map((row) => ({ ...row, kind, events: Number(row.events) }))
  }
  const byTime = (table: string) => sql<Omit<ClipEvents, 'kind'>>`
    select source_id, substr(created, 1, 10) as day, count(*) as events from ${sql.table(table)}
    where ${among} and created >= ${since} group by source_id, substr(created, 1, 10)`
  const byDay = (table: string, column: string) => sql<Omit<ClipEvents, 'kind'>>`
    select source_id, day, ${sql.ref(column)} as events from ${sql.table(table)}
    where ${among} and day >= ${since}`
  return [
    ...(await counted('views', byDay('source_views', 'views'))),
    ...(await counted('previews', byDay('source_previews', 'previews'))),
    ...(await counted('likes', byTime('likes'))),
    ...(await counted('downloads', byTime('downloads'))),
  ]
}
