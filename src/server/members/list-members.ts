import type { MemberFilter, MemberLine, MemberPage, MemberQuery } from '#contract/studio/members/members.ts'
import type { MemberOrder } from '#domain/studio/member-filters.ts'
import { ROWS_AT_ONCE } from '#server/db/in-parts.ts'
import type { Deps } from '#server/deps.ts'
import { findIds } from './find-ids.ts'
import { memberLines } from './member-lines.ts'

const PAGE = 50

type ListDeps = Pick<Deps, 'db' | 'now'>

/** A page of members. A page of a search may be short, even empty, and not be the last. */
export function listMembers(deps: ListDeps, { order, after, ...filter }: MemberQuery): Promise<MemberPage> {
  return pageOf(deps, filter, { order, after, limit: PAGE })
}

/** Every member that the filter matches, in pages. */
export async function* memberPages(
  deps: ListDeps,
  filter: MemberFilter,
  order: MemberOrder,
): AsyncGenerator<MemberLine[]> {
  for (let after: number | undefined; ; ) {
    const { members, next } = await pageOf(deps, filter, { order, after, limit: ROWS_AT_ONCE })
    yield members
    if (next === null) return
    after = next
  }
}

async function pageOf(
  { db, now }: ListDeps,
  filter: MemberFilter,
  place: { order: MemberOrder; after: number | undefined; limit: number },
): Promise<MemberPage> {
  const at = now()
  const { ids, next } = await findIds(db, { filter, ...place, now: at })
  return { members: await memberLines(db, ids, at), next }
}
