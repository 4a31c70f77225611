import type { LogFilter } from '#contract/studio/log.ts'
import { type Actor, audit } from '#server/audit.ts'
import { csvOf } from '#server/csv-lines.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Deps } from '#server/deps.ts'
import { logPage } from './list-log.ts'

const COLUMNS = ['time', 'by', 'by_name', 'action', 'subject', 'member', 'member_name', 'detail']

/** The log as CSV, newest first, read in pages; the export itself is logged too. */
export async function exportLog(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  actor: Actor,
  filter: LogFilter,
): Promise<AsyncIterable<string>> {
  await audit(db, { actor, action: 'log.export', userId: null, detail: { filter }, at: now() })
  return csvOf(COLUMNS, rowsOf(db, filter))
}

async function* rowsOf(db: Deps['db'], filter: LogFilter) {
  let before: string | undefined
  do {
    const { entries, next } = await logPage(db, filter, { before, limit: ROWS_AT_ONCE })
    yield entries.map(({ created, actor, by, action, subject, member, detail }) => [
      ...[created, actor, by?.name ?? '', action, subject ?? ''],
      ...[member?.id ?? '', member?.name ?? '', JSON.stringify(detail)],
    ])
    before = next ?? undefined
  } while (before !== undefined)
}
