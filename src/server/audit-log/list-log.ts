import { sql } from 'kysely'
import type { LogEntry, LogFilter, LogPage, LogQuery } from '#contract/studio/operation/log.ts'
import { zonedTime } from '#domain/dates/time-zone.ts'
import { OPERATION } from '#domain/studio/audit-kinds.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Site } from '#server/config/config.ts'
import { csvOf } from '#server/csv-lines.ts'
import { beginsWith } from '#server/db/begins-with.ts'
import { engineOf } from '#server/db/engine.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import { oneOf } from '#server/db/one-of.ts'
import type { Db } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'

const PAGE = 50
/** Names in the filter. */
const MAX_PEOPLE = 101

/** A page of the log, newest first. */
export async function listLog({ db }: Pick<Deps, 'db'>, { before, ...filter }: LogQuery): Promise<LogPage> {
  const { entries, next } = await logPage(db, filter, { before, limit: PAGE })
  return { entries, next, people: await staff(db) }
}

/** Entries after a place, and the place of the next ones; null when these are the last. */
export async function logPage(
  db: Db,
  filter: LogFilter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<Pick<LogPage, 'entries' | 'next'>> {
  const found = await recordsOf(db, filter, before)
    .limit(limit + 1)
    .execute()
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { entries: await described(db, rows), next: last ? `${last.created}~${last.id}` : null }
}

/** Each condition uses an index in the order of time. */
function recordsOf(db: Db, filter: LogFilter, before: string | undefined) {
  const { actor, kind, subject, member, from, to } = filter
  const [time = '', id = ''] = before?.split('~') ?? []
  return db
    .selectFrom('audit_records')
    .selectAll()
    .$if(actor !== undefined, (query) => query.where('actor', '=', actor!))
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .$if(subject !== undefined, (query) => query.where('id', 'in', about(db, subject!)))
    .$if(member !== undefined, (query) => query.where('user_id', '=', member!))
    .$if(from !== undefined, (query) => query.where('created', '>=', from!))
    .$if(to !== undefined, (query) => query.where('created', '<', to!))
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) => eb(refTuple('created', 'id'), '<', tuple(time, Number(id)))),
    )
    .orderBy('created', 'desc')
    .orderBy('id', 'desc')
}

/** Records about a subject. For a clip also bulk changes: each lists its ids. */
function about(db: Db, subject: string) {
  const records = db.selectFrom('audit_records').select('id')
  const own = records.where('subject', '=', subject)
  const clip = idAfter('clip:', subject)
  if (!Number.isSafeInteger(clip)) return own
  const isAmong =
    engineOf(db) === 'sqlite'
      ? sql<boolean>`exists (select 1 from json_each(detail, '$.ids') as each where each.value = ${clip})`
      : sql<boolean>`cast(detail as jsonb) -> 'ids' @> to_jsonb(cast(${clip} as bigint))`
  return own.unionAll(records.where(beginsWith('subject', OPERATION)).where(isAmong))
}

type Row = Awaited<ReturnType<ReturnType<typeof recordsOf>['execute']>>[number]

/** With the names that people and clips have now. */
async function described(db: Db, rows: Row[]): Promise<LogEntry[]> {
  const actors = rows.map(({ actor }) => idAfter('user:', actor))
  const clips = rows.map(({ subject }) => idAfter('clip:', subject))
  const details = rows.map(({ detail }): Record<string, unknown> => JSON.parse(detail))
  const keys = details.map(({ api_key }) => (typeof api_key === 'number' ? api_key : null))
  const [names, titles, keyNames] = await Promise.all([
    namesOf(db, ['users', 'name'], [...actors, ...rows.map((row) => row.user_id)]),
    namesOf(db, ['library', 'title'], clips),
    namesOf(db, ['api_keys', 'name'], keys),
  ])
  const somebody = (id: number | null) => (id === null ? null : { id, name: names.get(id) ?? null })
  return rows.map(({ user_id, detail: _, ...row }, index) => ({
    ...row,
    by: somebody(actors[index]!),
    clip_title: titles.get(clips[index] ?? 0) ?? null,
    member: somebody(user_id),
    detail: withFewIds(withKeyName(details[index]!, keyNames)),
  }))
}

/** With the name of the key that did it, or that it is about, while there is one. */
function withKeyName({ api_key, ...detail }: Record<string, unknown>, names: Map<number, string>) {
  return api_key === undefined ? detail : { ...detail, api_key: names.get(api_key as number) ?? api_key }
}

/** An entry shows at most this many clips; a sheet's cell holds at most 32,767 letters. */
const IDS_SHOWN = 1_000

function withFewIds({ ids, ...detail }: Record<string, unknown>): Record<string, unknown> {
  return Array.isArray(ids) ? { ...detail, ids: ids.slice(0, IDS_SHOWN) } : detail
}

function idAfter(prefix: string, text: string | null): number | null {
  return text?.startsWith(prefix) ? Number(text.slice(prefix.length)) : null
}

async function namesOf(db: Db, [table, column]: [string, string], ids: readonly (number | null)[]) {
  const known = [...new Set(ids.filter((id) => id !== null))]
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${sql.ref(column)} as name from ${sql.table(table)} where ${oneOf(db, 'id', known)}`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function staff(db: Db): Promise<{ id: number; name: string }[]> {
  const people = db.selectFrom('users').select(['id', 'name']).where('role', 'is not', null)
  return people.orderBy('id').limit(MAX_PEOPLE).execute()
}

const COLUMNS = ['time', 'by', 'by_name', 'action', 'subject', 'member', 'member_name', 'detail']

/** The log as CSV, newest first, read in pages; the export itself is logged too. */
export async function exportLog(
  { db, now, site }: Pick<Deps, 'db' | 'now'> & { site: Pick<Site, 'timeZone'> },
  actor: Actor,
  filter: LogFilter,
): Promise<AsyncIterable<string>> {
  await audit(db, { actor, action: 'log.export', userId: null, detail: { filter }, at: now() })
  return csvOf(COLUMNS, rowsOf(db, filter, site.timeZone))
}

async function* rowsOf(db: Deps['db'], filter: LogFilter, zone: string) {
  let before: string | undefined
  do {
    const { entries, next } = await logPage(db, filter, { before, limit: ROWS_AT_ONCE })
    yield entries.map(({ created, actor, by, action, subject, member, detail }) => [
      ...[zonedTime(zone, created), actor, by?.name ?? '', action, subject ?? ''],
      ...[member?.id ?? '', member?.name ?? '', JSON.stringify(detail)],
    ])
    before = next ?? undefined
  } while (before !== undefined)
}
