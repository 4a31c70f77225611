import type { MemberFilter } from '#contract/studio/members/members.ts'
import { zonedTime } from '#domain/dates/time-zone.ts'
import { type Actor, audit } from '#server/audit.ts'
import type { Site } from '#server/config/config.ts'
import { csvOf } from '#server/csv-lines.ts'
import type { Deps } from '#server/deps.ts'
import { memberPages } from './list-members.ts'

const COLUMNS = ['id', 'name', 'email', 'email_confirmed', 'membership', 'rests_on', 'role', 'since']

type ExportDeps = Pick<Deps, 'db' | 'now'> & { site: Pick<Site, 'timeZone'> }

/** Members as CSV, oldest first, read in pages. The log says who exported which members. */
export async function exportMembers(
  deps: ExportDeps,
  actor: Actor,
  filter: MemberFilter,
): Promise<AsyncIterable<string>> {
  // A searched name would outlast its owner's account: the log is never changed.
  const detail = { filter: { ...filter, ...(filter.q && { q: '…' }) } }
  await audit(deps.db, { actor, action: 'member.export', userId: null, detail, at: deps.now() })
  return csvOf(COLUMNS, rowsOf(deps, filter))
}

async function* rowsOf(deps: ExportDeps, filter: MemberFilter) {
  for await (const members of memberPages(deps, filter, 'oldest'))
    yield members.map(({ id, name, email, email_verified, membership, reasons, role, is_admin, created }) => [
      ...[id, name, email, email_verified ? 'yes' : 'no', membership],
      ...[reasons.join(' '), is_admin ? 'admin' : (role ?? ''), zonedTime(deps.site.timeZone, created)],
    ])
}
