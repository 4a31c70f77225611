import type { Deps } from '#server/deps.ts'
import { Quota } from '#server/limits/quota.ts'
import { findCollection, livePromotion } from './find-set.ts'
import { type SetKind, TABLES } from './set-kind.ts'

/** Going back and forth, and reloading, is one view. */
const seen = new Quota({ points: 1, seconds: 60 * 60 })

/**
 * Counts that somebody at this address looks at a set's page, once an hour.
 * @throws AppError('setNotFound' | 'promotionEnded')
 */
export async function countSetView(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { kind, name, address }: { kind: SetKind; name: string; address: string },
): Promise<void> {
  const { id } = kind === 'promotion' ? await livePromotion(db, name, now()) : await findCollection(db, name)
  if (!seen.take(`${address} ${kind} ${id}`, now())) return
  await db
    .updateTable(TABLES[kind])
    .set(({ eb }) => ({ views: eb('views', '+', 1) }))
    .where('id', '=', id)
    .execute()
}
