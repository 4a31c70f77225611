import type { SetKind } from '#domain/sets/set-kind.ts'
import type { Deps } from '#server/deps.ts'
import { findSet } from './find-set.ts'
import { TABLES } from './set-kind.ts'

/** Counts a view of a set's page, once an hour per IP. @throws AppError('setNotFound' | 'promotionEnded') */
export async function countSetView(
  deps: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { kind, name, address }: { kind: SetKind; name: string; address: string },
): Promise<void> {
  const { id } = await findSet(deps, kind, name)
  if (!(await deps.rateLimits.setViews.allows(`${address} ${kind} ${id}`))) return
  await deps.db
    .updateTable(TABLES[kind])
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
