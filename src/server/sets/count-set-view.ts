import type { SetKind } from '#domain/sets/set-kind.ts'
import type { Deps } from '#server/deps.ts'
import { findCollection, livePromotion } from './find-set.ts'
import { TABLES } from './set-kind.ts'

/**
 * Counts a view of a set's page, once an hour per IP.
 * @throws AppError('setNotFound' | 'promotionEnded')
 */
export async function countSetView(
  { db, now, rateLimits }: Pick<Deps, 'db' | 'now' | 'rateLimits'>,
  { kind, name, address }: { kind: SetKind; name: string; address: string },
): Promise<void> {
  const { id } = kind === 'promotion' ? await livePromotion(db, name, now()) : await findCollection(db, name)
  if (!(await rateLimits.setViews.allows(`${address} ${kind} ${id}`))) return
  await db
    .updateTable(TABLES[kind])
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
