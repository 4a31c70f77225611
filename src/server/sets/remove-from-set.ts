import { AppError } from '#contract/errors.ts'
import type { Person } from '#domain/membership/membership.ts'
import type { SetKind } from '#domain/sets/set-kind.ts'
import { audit } from '#server/audit.ts'
import { invalidate } from '#server/cache-invalidation.ts'
import type { Deps } from '#server/deps.ts'
import { findSet } from './find-set.ts'
import { lockOwnSet } from './own-set.ts'
import { clipsDeletedFrom } from './set-clips.ts'
import { setTag } from './set-kind.ts'
import { queueSheet } from './sheet/queue-sheet.ts'

/** The set may end up empty. @throws AppError('mediaNotFound'), 'promotionEnded', else as lockOwnSet() */
export async function removeFromSet(
  deps: Pick<Deps, 'db' | 'now'>,
  kind: SetKind,
  { set, source, by }: { set: string; source: number; by: Person },
): Promise<void> {
  await findSet(deps, kind, set)
  await deps.db.transaction().execute(async (trx) => {
    const { id, slug } = await lockOwnSet(trx, kind, { set, by })
    const removed = await clipsDeletedFrom(trx, kind, id).where('source_id', '=', source).executeTakeFirst()
    if (removed.numDeletedRows === 0n) throw new AppError('mediaNotFound')
    await queueSheet(trx, { kind, id })
    const detail = { id, slug, source }
    await audit(trx, { actor: by, action: `${kind}.remove`, userId: null, detail, at: deps.now() })
    await invalidate(trx, [setTag(slug)])
  })
}
